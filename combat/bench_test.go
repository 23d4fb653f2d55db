package combat

import (
	"fmt"
	"testing"

	"skald/fate"
	"skald/hero"
)

// BenchmarkExchange plays one exchange of 6 heroes against 12 Extras in the rules: each hero declares and
// settles an attack, two foes attack each hero and are answered, then the exchange ends.
func BenchmarkExchange(b *testing.B) {
	var heroes []hero.Hero
	for i := range 6 {
		heroes = append(heroes, newHero(fmt.Sprintf("Hero %d", i)))
	}
	s := scene(heroes...)
	f := stage(b, s, 12)
	low := fate.Pile{{Suit: "Mind", Value: 4}}
	names := f.foeNames()
	var who []string
	var deeds []Declaration
	for i := range heroes {
		who = append(who, heroes[i].Name, heroes[i].Name, heroes[i].Name)
		deeds = append(deeds, Declaration{Action: Attack, Target: names[2*i]},
			Declaration{Action: Defend, Target: names[2*i]}, Declaration{Action: Defend, Target: names[2*i+1]})
	}
	play := func() Fight {
		g := f
		for i := range deeds {
			p, err := g.Declare(s, who[i], deeds[i])
			if err != nil {
				b.Fatal(err)
			}
			a := p.Action
			a.Cards = low
			if g, _, err = p.Settle(a); err != nil {
				b.Fatal(err)
			}
		}
		return g
	}
	if len(play().Due(s)) != 0 {
		b.Fatal("somebody is awaited still")
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := play().Next(s, Tick{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDue lists who is awaited among 12 heroes and 60 Extras, all of them attacking.
func BenchmarkDue(b *testing.B) {
	s, f := crowd(b)
	b.ReportAllocs()
	for b.Loop() {
		if len(f.Due(s)) != 72 {
			b.Fatal(len(f.Due(s)))
		}
	}
}

// crowd is the largest fight: 12 heroes, 60 Extras, five attacking each hero.
func crowd(b testing.TB) (Scene, Fight) {
	var heroes []hero.Hero
	for i := range 12 {
		heroes = append(heroes, newHero(fmt.Sprintf("Hero %d", i)))
	}
	s := scene(heroes...)
	f := stage(b, s, 60)
	for i := range 60 {
		var err error
		f, _, err = f.FoeDoes(s, Assault{Foes: []string{fmt.Sprintf("Guard %d", i+1)}, Action: Attack, On: heroes[i%12].Name})
		must(b, err)
	}
	return s, f
}
