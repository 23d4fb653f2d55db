package hero

import (
	"testing"

	"pgregory.net/rapid"

	"skald/fate"
)

// R6.6e, R3.9a: what a hero holds after a redraw.
func TestR66eR39aCapacity(t *testing.T) {
	h, err := New("Jack", fate.Standard()).WithHand(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wounds           Wounds
		locked, capacity int
		status           string
	}{
		{Wounds{}, 0, 4, "up"},
		{Wounds{Stunning: 1}, 1, 3, "up"},
		{Wounds{Killing: 2}, 2, 2, "up"},
		{Wounds{Stunning: 1, Killing: 2}, 3, 1, "up"},
		{Wounds{Stunning: 2, Killing: 2}, 4, 0, "unconscious"}, // R6.6
		{Wounds{Stunning: 4, Overflow: 3}, 4, 0, "unconscious"},
		{Wounds{Killing: 4, Dying: true}, 4, 0, "dying"}, // R6.7
		{Wounds{Killing: 4, Dying: true, Dead: true}, 4, 0, "dead"},
		{Wounds{Dead: true}, 0, 4, "dead"},
		{Wounds{Stunning: 9}, 9, 0, "unconscious"}, // a hand size lowered since
	} {
		if got := c.wounds.Locked(); got != c.locked {
			t.Errorf("%+v: %d slots locked, want %d", c.wounds, got, c.locked)
		}
		if got := h.Capacity(c.wounds); got != c.capacity {
			t.Errorf("%+v: capacity %d, want %d", c.wounds, got, c.capacity)
		}
		if got := h.Status(c.wounds); got != c.status {
			t.Errorf("%+v: %s, want %s", c.wounds, got, c.status)
		}
	}
}

// R6.6e: unconscious exactly when the capacity is 0; R6.6f: cards in the hand play no part in it.
func TestLawR66eUnconscious(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Hero{Edge: rapid.IntRange(MinEdge, MaxEdge).Draw(t, "edge"), Hand: rapid.IntRange(0, MaxHand).Draw(t, "hand")}
		w := Wounds{Stunning: rapid.IntRange(0, 12).Draw(t, "stunning"), Killing: rapid.IntRange(0, 12).Draw(t, "killing")}
		capacity := h.Capacity(w)
		if capacity < 0 || capacity > h.HandSize() || capacity != h.HandSize()-w.Locked() && capacity != 0 {
			t.Fatalf("hand size %d, %d locked, capacity %d", h.HandSize(), w.Locked(), capacity)
		}
		if (capacity == 0) != (h.Status(w) == "unconscious") {
			t.Fatalf("capacity %d: %s", capacity, h.Status(w))
		}
	})
}
