package knights

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skald/fate"
)

// Problem is one thing that is wrong with lands.
type Problem struct {
	At   string // where: "lands[0].name.en" or "the file"
	Text string // what
	Key  string // the name at that place that is not known, where that is wrong
}

// String gives both.
func (p Problem) String() string { return p.At + " " + p.Text }

// Problems are all that is wrong with lands.
type Problems []Problem

// Error gives one sentence with all problems.
func (p Problems) Error() string {
	var list []string
	for _, one := range p {
		list = append(list, one.String())
	}
	return fmt.Sprintf("These lands cannot be used: %s (K3a).", strings.Join(list, "; "))
}

func (p *Problems) add(at, format string, args ...any) {
	*p = append(*p, Problem{At: at, Text: fmt.Sprintf(format, args...)})
}

// wholeFile is where a problem is that is in no place of the file.
const wholeFile = "the file"

// LoadLands reads a JSON file of six lands, which data/lands.schema.json describes. The error is [Problems] and lists all that is wrong.
func LoadLands(data []byte) ([]Land, error) {
	if len(data) > MostBytes {
		return nil, Problems{{At: wholeFile, Text: fmt.Sprintf("is too large: at most %d KiB", MostBytes>>10)}}
	}
	if !utf8.Valid(data) {
		return nil, Problems{{At: wholeFile, Text: "is not in UTF-8"}}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var file any
	if err := decoder.Decode(&file); err != nil {
		return nil, Problems{{At: wholeFile, Text: "is not JSON"}}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, Problems{{At: wholeFile, Text: "goes on after the end of the JSON"}}
	}
	return ReadLands(file)
}

// ReadLands makes lands of what was read from a file: map[string]any, []any, string, bool, json.Number and nil. The error is [Problems].
func ReadLands(file any) ([]Land, error) {
	var r reading
	var lands []Land
	root := r.object(wholeFile, file, "lands", "$schema?", "note?")
	r.text("note", root["note"])
	r.text("$schema", root["$schema"])
	for i, v := range r.list("lands", root["lands"]) {
		at := fmt.Sprintf("lands[%d]", i)
		before := len(r.problems)
		land := r.land(at, v)
		if len(r.problems) == before {
			land.check(at, &r.problems)
		}
		lands = append(lands, land)
	}
	if len(r.problems) == 0 {
		checkSix(lands, &r.problems)
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return lands, nil
}

// reading walks a decoded file and notes every field that is missing, unknown or of the wrong type.
type reading struct{ problems Problems }

// object gives the fields of v; a name that ends in "?" may be missing.
func (r *reading) object(at string, v any, names ...string) map[string]any {
	object, ok := v.(map[string]any)
	if !ok {
		r.wrong(at, v, "an object")
		return nil
	}
	known := map[string]bool{}
	for _, name := range names {
		plain, optional := strings.CutSuffix(name, "?")
		known[plain] = true
		if value, there := object[plain]; there && value == nil || !there && !optional {
			r.problems.add(at, "needs %q", plain)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !known[name] {
			text := fmt.Sprintf("has no %q; %s", clip(name), fate.Meant(name, slices.Sorted(maps.Keys(known))))
			r.problems = append(r.problems, Problem{At: at, Text: text, Key: name})
		}
	}
	return object
}

// wrong notes a value of the wrong type; a missing one has been noted by object.
func (r *reading) wrong(at string, v any, want string) {
	if v != nil || at == wholeFile {
		r.problems.add(at, "should be %s", want)
	}
}

func (r *reading) list(at string, v any) []any {
	list, ok := v.([]any)
	if !ok {
		r.wrong(at, v, "a list")
	}
	return list
}

func (r *reading) text(at string, v any) string {
	text, ok := v.(string)
	if !ok {
		r.wrong(at, v, "a text")
	}
	return text
}

func (r *reading) truth(at string, v any) bool {
	truth, ok := v.(bool)
	if !ok {
		r.wrong(at, v, "true or false")
	}
	return truth
}

func (r *reading) number(at string, v any) int {
	digits, _ := v.(json.Number)
	n, err := strconv.Atoi(digits.String())
	if err != nil {
		r.wrong(at, v, "a whole number")
	}
	return n
}

func (r *reading) land(at string, v any) Land {
	o := r.object(at, v, "colour", "name", "symbol", "tint", "crown", "reverse")
	word := r.text(at+".colour", o["colour"])
	return Land{
		Colour:  Colour(max(0, slices.IndexFunc(colourWords[:], func(w []string) bool { return w[0] == word }))),
		Name:    r.words(at+".name", o["name"]),
		Symbol:  r.text(at+".symbol", o["symbol"]),
		Tint:    r.text(at+".tint", o["tint"]),
		Crown:   r.effects(at+".crown", o["crown"]),
		Reverse: r.effects(at+".reverse", o["reverse"]),
	}
}

func (r *reading) words(at string, v any) Words {
	if v == nil {
		return Words{}
	}
	o := r.object(at, v, "en", "de")
	return Words{English: r.text(at+".en", o["en"]), German: r.text(at+".de", o["de"])}
}

func (r *reading) effects(at string, v any) Effects {
	if v == nil {
		return Effects{}
	}
	o := r.object(at, v, "income", "text", "power?", "end?", "ours?")
	effects := Effects{
		Income: r.number(at+".income", o["income"]),
		Text:   r.words(at+".text", o["text"]),
		Ours:   r.truth(at+".ours", o["ours"]),
	}
	if o["power"] != nil {
		p := r.object(at+".power", o["power"], "kind", "points?", "where?", "times?")
		effects.Power = Power{
			Kind:   PowerKind(r.text(at+".power.kind", p["kind"])),
			Points: r.number(at+".power.points", p["points"]),
			Where:  r.text(at+".power.where", p["where"]),
			Times:  r.text(at+".power.times", p["times"]),
		}
		if effects.Power.Kind == NoPower {
			r.problems.add(at+".power", "should be left out when there is none")
		}
	}
	for i, one := range r.list(at+".end", o["end"]) {
		at := fmt.Sprintf("%s.end[%d]", at, i)
		b := r.object(at, one, "per", "points")
		effects.End = append(effects.End, Bonus{Per: r.text(at+".per", b["per"]), Points: r.number(at+".points", b["points"])})
	}
	return effects
}
