package picture

import (
	"testing"

	"skald/bot/picture/internal/canvas"
)

// BenchmarkCards is a hand of five whose cards were drawn before.
func BenchmarkCards(b *testing.B) {
	hand := pile(b, "8 Mind", "3 Reflex", "Queen of Clubs", "5 Karma", "6 Spirit")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Cards(deck, hand, "Jack's hand"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewCard is the drawing of a card that was not drawn before.
func BenchmarkNewCard(b *testing.B) {
	l := lookOf(deck, pile(b, "Queen of Clubs")[0])
	for b.Loop() {
		l.draw(canvas.New(cardWidth, cardHeight))
	}
}

func BenchmarkTable(b *testing.B) { benchmark(b, standings()) }
func BenchmarkChart(b *testing.B) { benchmark(b, vps(6, 9)) }
func BenchmarkBars(b *testing.B)  { benchmark(b, Distribution(deck)) }
func BenchmarkBoard(b *testing.B) { benchmark(b, board()) }

func benchmark(b *testing.B, p Picture) {
	for b.Loop() {
		if _, err := p.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}
