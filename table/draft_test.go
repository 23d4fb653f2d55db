package table

import (
	"testing"

	"skald/hero"
)

// A draft that is renamed stands under its new name alone, and keeps the cards that were dealt for it.
func TestARenamedDraftStandsOnce(t *testing.T) {
	tb, _ := small(t, "5 Karma, 2 Body")
	d := Draft{Player: User{ID: "alice"}, Hero: hero.Hero{Name: "New"}, Dealt: pile(t, "2 Body")}
	tb.KeepDraft(d)
	tb.KeepDraft(Draft{Player: User{ID: "bob"}, Hero: hero.Hero{Name: "Other"}})
	tb.RenameDraft(d, "Nell")
	if _, there := tb.Draft("New"); there {
		t.Error("the old name still has a draft")
	}
	got, there := tb.Draft("nell")
	if !there || got.Dealt.String() != "2 Body" || len(tb.KeptDrafts()) != 2 {
		t.Errorf("%v %+v among %d", there, got, len(tb.KeptDrafts()))
	}
	if was, dealt := tb.DealtTo("alice"); !dealt || was.Hero.Name != "Nell" {
		t.Errorf("dealt %v for %s", dealt, was.Hero.Name)
	}
}
