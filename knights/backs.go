package knights

// Back is how many knights of a set a hand holds, as the backs show (K5).
type Back struct {
	Set  Set
	Held int
}

// Backs gives how many knights of each set the seat holds (K5), the seat's own set first and without the sets of which it
// holds none.
func (v View) Backs(seat int) []Back {
	counts := v.backs[seat]
	for _, k := range v.Players[seat].Hand {
		counts[k.Set-1]++
	}
	own := v.Players[seat].Set
	list := []Back{{own, int(counts[own-1])}}
	for s := Set(1); s <= sets; s++ {
		if n := int(counts[s-1]); n > 0 && s != own {
			list = append(list, Back{s, n})
		}
	}
	if list[0].Held == 0 {
		list = list[1:]
	}
	return list
}
