package realm

// Reopen goes on with a campaign that has ended, between two turns (C14a); any other stays as it is.
func (c Campaign) Reopen() Campaign {
	if c.Phase == Ended {
		c.Phase = Gathering
	}
	return c
}
