package combat

import (
	"cmp"
	"slices"
	"strconv"

	"skald/fate"
	"skald/hero"
)

// Wound is damage to a hero that has been assessed and waits to be paid with cards (R6.6). Several are paid in
// the order suffered (R6.6d).
type Wound struct {
	ID     int       `json:"id"`
	Who    string    `json:"who"`
	Amount int       `json:"amount"` // at least 1
	Harm   hero.Harm `json:"type"`
	From   string    `json:"from,omitempty"` // a foe, or what it was
}

// Payment is what wounds have cost a hero (R6.6 to R6.8).
type Payment struct {
	Who    string
	Wounds int
	Harm   hero.Harm
	From   []string
	Paid   fate.Pile // the cards given up; they go to the discard pile (R1.3b)
	// Overpay is by how much the cards exceed the wounds, Overflow by how much they fall short (R6.6c).
	Overpay, Overflow int
	// Converted is how many Stunning slots became Killing ones (R6.8a).
	Converted     int
	Before, After hero.Wounds
	Left          int    // cards that stay in the hand
	Status        string // of the hero afterwards: up, unconscious, dying, dead
	Notes         []Note
}

// CheckPayment refuses cards that do not pay for wounds: not in the hand, too few, or so many that one could
// be kept (R6.6, R6.6a). A hand that is not enough must be given up whole (R6.6c).
func CheckPayment(hand, paid fate.Pile, wounds int) error {
	rest := hand
	for _, c := range paid {
		var ok bool
		if rest, ok = rest.Without(c); !ok {
			return fate.Refuse("card_not_in_hand", "The %s is not in the hand", c.Long())
		}
	}
	sum := paid.Sum()
	switch {
	case hand.Sum() < wounds && len(rest) > 0:
		return fate.Refuse("too_little", "The whole hand is worth %d, less than %d %s: all of it must be given up (R6.6)", hand.Sum(), wounds, plural(wounds, "wound"))
	case hand.Sum() < wounds:
		return nil
	case sum < wounds:
		return fate.Refuse("too_little", "These cards are worth %d, %d too few for %d %s (R6.6)", sum, wounds-sum, wounds, plural(wounds, "wound"))
	}
	for _, c := range paid {
		if sum-c.Value >= wounds {
			return fate.Refuse("redundant", "Keep the %s: the other cards are enough for %d %s (R6.6)", c.Long(), wounds, plural(wounds, "wound"))
		}
	}
	return nil
}

// Pick chooses the cards that pay for wounds: as few as possible, of those sets the one of the smallest total,
// of those the first in the order of value and card (R6.6b). The whole hand where it is not enough.
func Pick(hand fate.Pile, wounds int) fate.Pile {
	if wounds <= 0 {
		return nil
	}
	cards := slices.Clone(hand)
	slices.SortFunc(cards, func(a, b fate.Card) int {
		return cmp.Or(cmp.Compare(a.Value, b.Value), a.Compare(b))
	})
	count, sum := 0, 0
	for sum < wounds && count < len(cards) {
		count++
		sum += cards[len(cards)-count].Value
	}
	if sum < wounds {
		return cards
	}
	p := picker{cards: cards, wounds: wounds, best: cards[len(cards)-count:], total: sum + 1}
	p.pick(make(fate.Pile, 0, count), 0, count, 0)
	return slices.Clone(p.best)
}

// picker tries sets of one size in their order.
type picker struct {
	cards, best   fate.Pile
	wounds, total int
}

// pick adds n more cards, from the from-th on, to those chosen so far.
func (p *picker) pick(chosen fate.Pile, from, n, sum int) {
	if n == 0 {
		if sum >= p.wounds && sum < p.total {
			p.best, p.total = slices.Clone(chosen), sum
		}
		return
	}
	for i := from; i+n <= len(p.cards); i++ {
		if v := p.cards[i].Value; sum+n*v < p.total { // the cards rise: no smaller total beyond
			p.pick(append(chosen, p.cards[i]), i+1, n-1, sum+v)
		}
	}
}

// hurt is what wounds paid with these cards do to a hero (R6.6 to R6.8): slots lock, a Killing hit that the
// hand does not cover makes dying, Stunning beyond Endurance turns slots into Killing ones. To whom an empty deck owes
// cards, no more than the cards that are given up are lost: a hero short for that reason alone is neither unconscious
// nor dying (R1.4c).
func (s *Scene) hurt(seat *Seat, paid fate.Pile, wounds int, harm hero.Harm) (after hero.Wounds, overflow, converted int) {
	w := seat.Wounds
	before := seat.Hero.Capacity(w)
	overflow = max(0, wounds-paid.Sum())
	slots, dying := min(len(paid), before), false
	switch {
	case s.Rules.Dying == "number":
		dying = wounds > len(seat.Hand)+seat.Owed
	default:
		dying = overflow > 0 && seat.Owed == 0
	}
	if overflow > 0 && seat.Owed == 0 {
		slots = before // an empty hand (R6.6)
	}
	if harm == hero.Killing {
		w.Killing += slots
		w.Dying = w.Dying || dying
	} else {
		w.Stunning += slots
	}
	if seat.Hero.Capacity(w) > 0 {
		return w, overflow, 0
	}
	endurance := s.score(&seat.Hero, "Endurance")
	converting := w.Overflow > endurance
	if harm == hero.Stunning {
		w.Overflow += overflow
	}
	switch {
	case !converting && w.Overflow <= endurance:
	case w.Stunning > 0:
		w.Stunning, w.Killing, converted = w.Stunning-1, w.Killing+1, 1
	case s.Rules.LastConversion == "dying":
		w.Dying = true
	}
	return w, overflow, converted
}

// Wound has the narrator wound a hero, by a trap or a fall (R6.6). The wounds wait to be paid; of a hero
// without a slot to lose, or whose hand is empty because the deck is (R1.4c), they take effect at once.
func (f Fight) Wound(s Scene, who string, wounds int, harm hero.Harm, from string) (Fight, []Payment, error) {
	seat, err := s.named(who)
	if err != nil {
		return f, nil, err
	}
	switch {
	case seat.Wounds.Dead:
		return f, nil, isDead(seat.Hero.Name)
	case wounds < 1 || wounds > MaxHealth:
		return f, nil, fate.Refuse("out_of_range", "How many wounds? From 1 to %d", MaxHealth)
	case harm != hero.Stunning && harm != hero.Killing:
		return f, nil, fate.Refuse("bad_harm", "Wounds are stunning or killing (R6.3)")
	}
	c := change{Fight: f, s: s}
	c.Pending = slices.Clip(c.Pending)
	c.wound(seat.Hero.Name, wounds, harm, from)
	if seat.Owed > 0 && len(seat.Hand) == 0 && len(f.Owes(seat.Hero.Name, false)) == 0 {
		c.pay(seat.Hero.Name, c.Pending[len(c.Pending)-1:], nil)
	}
	c.payUnchosen()
	return c.Fight, c.payments, nil
}

// wound writes wounds down to be paid. The list must be our own, or clipped.
func (c *change) wound(who string, wounds int, harm hero.Harm, from string) {
	c.Count++
	c.Pending = append(c.Pending, Wound{ID: c.Count, Who: who, Amount: wounds, Harm: harm, From: from})
}

// Owes lists the hits that a hero pays for next: the first, and where together is asked for all of the same
// kind that follow it (R6.6d).
func (f Fight) Owes(who string, together bool) []Wound {
	var list []Wound
	for _, w := range f.Pending {
		switch {
		case !same(w.Who, who):
		case len(list) == 0, together && w.Harm == list[0].Harm:
			list = append(list, w)
		default:
			return list
		}
	}
	return list
}

// Owed adds up what hits cost.
func Owed(hits []Wound) int {
	sum := 0
	for _, w := range hits {
		sum += w.Amount
	}
	return sum
}

// Pay pays for a hero's oldest hit with cards of the hand, or for all of its kind together (R6.6, R6.6d). The
// first payment is that one; further ones are hits that then left no choice. Since nothing is changed in place,
// it also serves to show a payment before it is made. The error is CheckPayment's.
func (f Fight) Pay(s Scene, who string, paid fate.Pile, together bool) (Fight, []Payment, error) {
	seat, err := s.named(who)
	if err != nil {
		return f, nil, err
	}
	hits := f.Owes(seat.Hero.Name, together)
	if len(hits) == 0 {
		return f, nil, fate.Refuse("nothing_to_pay", "%s has no wounds to pay for", seat.Hero.Name)
	}
	if err := CheckPayment(seat.Hand, paid, Owed(hits)); err != nil {
		return f, nil, err
	}
	c := change{Fight: f, s: s}
	c.pay(seat.Hero.Name, hits, paid)
	c.payUnchosen()
	c.tidy()
	return c.Fight, c.payments, nil
}

// pay carries a payment out.
func (c *change) pay(who string, hits []Wound, paid fate.Pile) {
	seat := c.ownSeat(who)
	p := Payment{Who: who, Wounds: Owed(hits), Harm: hits[0].Harm, Paid: paid, Before: seat.Wounds}
	for _, w := range hits {
		p.From = append(p.From, w.From)
	}
	p.After, p.Overflow, p.Converted = c.s.hurt(seat, paid, p.Wounds, p.Harm)
	if p.Overflow == 0 {
		p.Overpay = paid.Sum() - p.Wounds
	}
	seat.Wounds = p.After
	seat.Hand, _ = seat.Hand.Without(paid...)
	p.Left, p.Status = len(seat.Hand), seat.Hero.Status(p.After)
	c.Pending = without(c.Pending, func(w Wound) bool {
		return slices.ContainsFunc(hits, func(h Wound) bool { return h.ID == w.ID })
	})
	if was := seat.Hero.Status(p.Before); p.Status != was {
		p.Notes = append(p.Notes, Note{Code: p.Status, Who: who, Text: who + statusText[p.Status]})
	}
	if p.Overflow > 0 && seat.Owed > 0 {
		p.Notes = append(p.Notes, Note{Code: "short", Who: who, Text: "An empty deck owes " + who + " " + strconv.Itoa(seat.Owed) + " " + plural(seat.Owed, "card") + ": what the hand does not cover is lost, and costs no slot (R1.4c)."})
	}
	if p.Converted > 0 {
		p.Notes = append(p.Notes, Note{Code: "converted", Who: who, Text: "One lost card of " + who + " counts as Killing now (R6.8)."})
	}
	c.payments = append(c.payments, p)
}

// statusText says what has become of a hero.
var statusText = map[string]string{
	"up":          " is up again.",
	"unconscious": " falls unconscious (R6.6).",
	"dying":       " is dying, and needs first aid or magic (R6.7).",
	"dead":        " is dead.",
}

// ownSeat is a hero's seat in a copy of the scene that may be changed.
func (c *change) ownSeat(who string) *Seat {
	if !c.owned {
		c.s.Seats, c.owned = slices.Clone(c.s.Seats), true
	}
	return c.s.seat(who)
}

// payUnchosen pays what leaves no choice: the wounds of heroes who have no slot left to lose.
func (c *change) payUnchosen() {
	for {
		i := slices.IndexFunc(c.Pending, func(w Wound) bool {
			seat := c.s.seat(w.Who)
			return seat != nil && seat.Wounds != (hero.Wounds{}) && seat.Hero.Capacity(seat.Wounds) == 0
		})
		if i < 0 {
			return
		}
		w := c.Pending[i]
		if seat := c.s.seat(w.Who); seat.Wounds.Dead {
			c.Pending = without(c.Pending, func(p Wound) bool { return p.ID == w.ID })
			continue
		}
		c.pay(w.Who, []Wound{w}, nil)
	}
}

// Soak takes points off a hero's most recent wounds, before they are paid: a hero point lets a Body or Spirit
// card do so (R11.2d). What has no wounds left is paid. The card stays the table's business.
func (f Fight) Soak(who string, points int) (Fight, Wound, error) {
	for i := len(f.Pending) - 1; i >= 0; i-- {
		if !same(f.Pending[i].Who, who) {
			continue
		}
		f.Pending = slices.Clone(f.Pending)
		w := &f.Pending[i]
		w.Amount = max(0, w.Amount-max(0, points))
		left := *w
		if left.Amount == 0 {
			f.Pending = without(f.Pending, func(p Wound) bool { return p.ID == left.ID })
		}
		return f, left, nil
	}
	return f, Wound{}, fate.Refuse("nothing_to_pay", "%s has no wounds to take anything from (R11.2)", who)
}

// Forgive has the narrator take back a hero's unpaid wounds. It tells how many.
func (f Fight) Forgive(who string) (Fight, int) {
	sum := 0
	f.Pending = without(f.Pending, func(w Wound) bool {
		if same(w.Who, who) {
			sum += w.Amount
			return true
		}
		return false
	})
	return f, sum
}
