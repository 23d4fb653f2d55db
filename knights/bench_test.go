package knights

import "testing"

// BenchmarkRandomGame plays a game for three by three pages, dealing included: 100,000 a minute is 600 µs each.
func BenchmarkRandomGame(b *testing.B) {
	sides, err := LayOut(standard, "reverse", least)
	if err != nil {
		b.Fatal(err)
	}
	luck := seeded(1, 1)
	var room [64]Move
	for b.Loop() {
		g, err := New(sides, 3, luck, Options{})
		if err != nil {
			b.Fatal(err)
		}
		for g.ended == Running {
			moves := g.moves(room[:0])
			g.carry(moves[luck.below(len(moves))], nil)
		}
	}
}

// BenchmarkRandomGameByPlay does the same through Moves and Play, with what happened.
func BenchmarkRandomGameByPlay(b *testing.B) {
	luck := seeded(1, 1)
	for b.Loop() {
		sides, err := LayOut(standard, "reverse", luck)
		if err != nil {
			b.Fatal(err)
		}
		g, err := New(sides, 3, luck, Options{})
		if err != nil {
			b.Fatal(err)
		}
		for g.ended == Running {
			moves := g.Moves(g.seat)
			g, _, err = g.Play(moves[luck.below(len(moves)-1)]) // the last one resigns
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkBaronMove decides in the first turn, which takes longest, of a game for four.
func BenchmarkBaronMove(b *testing.B) {
	v := deal(b, 4, "reverse").For(0)
	luck := seeded(1, 1)
	for b.Loop() {
		Baron(v, luck)
	}
}

// BenchmarkSquireMove decides in the first turn of a game for four.
func BenchmarkSquireMove(b *testing.B) {
	v := deal(b, 4, "reverse").For(0)
	luck := seeded(1, 1)
	for b.Loop() {
		Squire(v, luck)
	}
}

// BenchmarkStore writes a game as JSON and reads it back.
func BenchmarkStore(b *testing.B) {
	g := deal(b, 4, "reverse")
	for b.Loop() {
		data, err := g.MarshalJSON()
		if err != nil {
			b.Fatal(err)
		}
		if err := g.UnmarshalJSON(data); err != nil {
			b.Fatal(err)
		}
	}
}
