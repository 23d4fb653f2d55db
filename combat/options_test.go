package combat

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

// Every setting has an option that describes it, and every option sets its own field.
func TestOptionsCoverRules(t *testing.T) {
	fields := reflect.TypeFor[Rules]()
	equal(t, "as many options as settings", len(Options()), fields.NumField())
	for i := range fields.NumField() {
		name := fields.Field(i).Tag.Get("json")
		o := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
		if o < 0 {
			t.Fatalf("%s has no option", name)
		}
		for _, value := range options[o].Values {
			r, err := Defaults().With(name, value)
			must(t, err)
			got, ok := r.Value(name)
			if !ok || got != value {
				t.Errorf("%s set to %s is %s", name, value, got)
			}
			for j := range fields.NumField() {
				if j != i && reflect.ValueOf(r).Field(j).Interface() != reflect.ValueOf(Defaults()).Field(j).Interface() {
					t.Errorf("%s changes %s", name, fields.Field(j).Name)
				}
			}
		}
	}
	for _, o := range Options() {
		if o.Meaning == "" || o.Rule == "" || len(o.Values) < 2 || !slices.Contains(o.Values, o.Default) {
			t.Errorf("%s is described badly: %+v", o.Name, o)
		}
		if v, _ := Defaults().Value(o.Name); v != o.Default {
			t.Errorf("%s is %s by default, not %s", o.Name, v, o.Default)
		}
	}
}

// 4.1: the defaults of the decision register.
func TestDecisionRegister(t *testing.T) {
	for name, want := range map[string]string{
		"dying": "value", "margin": "target", "defenses": "each", "pile_on": "n", "leaderless": "-1", "fallen_stunned": "ask",
		"immediate_wounds": "no", "resist": "mirror",
	} {
		got, ok := Defaults().Value(name)
		equal(t, name, []any{got, ok}, []any{want, true})
	}
}

func TestOptionsRefuse(t *testing.T) {
	r, err := Defaults().With("pile-on", "n")
	refused(t, err, "no_such_option")
	_, err = r.With("pile_on", "n+1")
	refused(t, err, "bad_option")
	r, err = r.With("Pile_On", " N-1 ")
	must(t, err)
	equal(t, "in any case", r.PileOn, "n-1")
	_, ok := r.Value("karma")
	equal(t, "unknown", ok, false)
}

// Settings that an old log does not have are what they were by default.
func TestRulesJSON(t *testing.T) {
	var r Rules
	must(t, json.Unmarshal([]byte(`{"pile_on":"n-1"}`), &r))
	want, err := Defaults().With("pile_on", "n-1")
	must(t, err)
	equal(t, "the rest by default", r, want)
	var back Rules
	must(t, json.Unmarshal([]byte(toJSON(t, want)), &back))
	equal(t, "round trip", back, want)
	if json.Unmarshal([]byte(`{"pile_on":3}`), &r) == nil {
		t.Error("a number is no word")
	}
}
