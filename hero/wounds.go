package hero

// Wounds is what damage has taken from a hero: hand slots locked until healed (R6.6, R6.6e).
type Wounds struct {
	Stunning int `json:"stunning,omitempty"` // slots locked by stunning damage
	Killing  int `json:"killing,omitempty"`  // slots locked by killing damage
	// Overflow is the stunning damage beyond an empty hand, so far (R6.8a).
	Overflow int  `json:"overflow,omitempty"`
	Dying    bool `json:"dying,omitempty"` // R6.7a
	Dead     bool `json:"dead,omitempty"`
}

// Locked is how many slots are locked (R6.6e).
func (w Wounds) Locked() int { return w.Stunning + w.Killing }

// Capacity is how many cards the hero may hold: hand size less locked slots, at least 0 (R6.6e, R3.9a).
func (h Hero) Capacity(w Wounds) int { return max(0, h.HandSize()-w.Locked()) }

// Status is up, unconscious, dying or dead (R6.6, R6.7). An empty hand while an action is being resolved
// is not unconsciousness: only the capacity counts (R6.6f).
func (h Hero) Status(w Wounds) string {
	switch {
	case w.Dead:
		return "dead"
	case w.Dying:
		return "dying"
	case h.Capacity(w) == 0:
		return "unconscious"
	}
	return "up"
}
