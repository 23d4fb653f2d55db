package fakediscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// problem is one entry of the errors that Discord returns with code 50035.
type problem struct{ path, code, message string }

// form is a value somewhere in the body of a request, with its path; what is wrong with it is noted.
type form struct {
	value any // nil, bool, string, json.Number, []any or map[string]any
	path  string
	notes *[]problem
}

func newForm(value any) form { return form{value: value, notes: new([]problem)} }

func (f form) fail(code, message string, args ...any) {
	*f.notes = append(*f.notes, problem{f.path, code, fmt.Sprintf(message, args...)})
}

func (f form) required() { f.fail("BASE_TYPE_REQUIRED", "This field is required") }

func (f form) below(key string) string {
	if f.path == "" {
		return key
	}
	return f.path + "." + key
}

// field is a member of an object; a member that is not there has the value nil, as null has.
func (f form) field(key string) form {
	object, _ := f.value.(map[string]any)
	return form{object[key], f.below(key), f.notes}
}

// given tells whether the member was sent at all, be it as null.
func (f form) given(key string) bool {
	object, _ := f.value.(map[string]any)
	_, ok := object[key]
	return ok
}

func (f form) absent() bool { return f.value == nil }

// empty tells whether the value says nothing: null, false, "" or [].
func (f form) empty() bool {
	list, isList := f.value.([]any)
	return f.absent() || f.value == false || f.value == "" || isList && len(list) == 0
}

// object reports whether the value is one, and notes it if not.
func (f form) object() bool {
	if f.absent() {
		f.required()
		return false
	}
	if _, ok := f.value.(map[string]any); !ok {
		f.fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return false
	}
	return true
}

// list gives the elements; fewer than min or more than max of them are noted. Null is an empty list.
func (f form) list(low, high int) []form {
	elements, ok := f.value.([]any)
	if !ok && !f.absent() {
		f.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	f.length(len(elements), low, high)
	forms := make([]form, len(elements))
	for i, v := range elements {
		forms[i] = form{v, f.below(strconv.Itoa(i)), f.notes}
	}
	return forms
}

func (f form) length(n, low, high int) {
	switch {
	case n >= low && n <= high:
	case n == 0:
		f.required()
	case low > 0:
		f.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	default:
		f.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	}
}

// text gives a string of that many characters, white space at both ends not counted. With low 0 it may be missing.
func (f form) text(low, high int) string {
	if f.absent() {
		if low > 0 {
			f.required()
		}
		return ""
	}
	s, ok := f.value.(string)
	if !ok {
		f.fail("STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(f.value))
		return ""
	}
	f.length(utf8.RuneCountInString(strings.TrimSpace(s)), low, high)
	return s
}

// integer gives a whole number from low to high, and whether there is a good one.
func (f form) integer(low, high int64) (int64, bool) {
	if f.absent() {
		return 0, false
	}
	number, _ := f.value.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(f.value))
		return 0, false
	}
	return n, f.within(float64(n), float64(low), float64(high), "int")
}

// decimal gives any number between the bounds of an exact double, and whether there is a good one.
func (f form) decimal() (float64, bool) {
	if f.absent() {
		return 0, false
	}
	number, _ := f.value.(json.Number)
	n, err := number.Float64()
	if err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value %q is not float.", fmt.Sprint(f.value))
		return 0, false
	}
	return n, f.within(n, -1<<53, 1<<53, "float")
}

func (f form) within(n, low, high float64, kind string) bool {
	switch {
	case n < low:
		f.fail("NUMBER_TYPE_MIN", "%s value should be greater than or equal to %v.", kind, low)
	case n > high:
		f.fail("NUMBER_TYPE_MAX", "%s value should be less than or equal to %v.", kind, high)
	default:
		return true
	}
	return false
}

func (f form) truth() bool {
	b, ok := f.value.(bool)
	if !ok && !f.absent() {
		f.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// choice gives one of the whole numbers; a missing one is noted.
func (f form) choice(of ...int) int {
	return f.pick("BASE_TYPE_CHOICES", "Value must be one of "+tuple(of)+".", of)
}

// kind gives the type of a component or option: one of those that may stand here.
func (f form) kind(of ...int) int {
	if !f.object() {
		return 0
	}
	if f.field("type").absent() {
		f.field("type").required()
		return 0
	}
	in := f.field("type")
	in.path = f.path
	return in.pick("UNION_TYPE_CHOICES", `Value of field "type" must be one of `+tuple(of)+".", of)
}

func (f form) pick(code, message string, of []int) int {
	if f.absent() {
		f.required()
		return 0
	}
	number, _ := f.value.(json.Number)
	n, err := strconv.Atoi(string(number))
	if err != nil || !slices.Contains(of, n) {
		f.fail(code, "%s", message)
		return 0
	}
	return n
}

func tuple(of []int) string {
	words := make([]string, len(of))
	for i, n := range of {
		words[i] = strconv.Itoa(n)
	}
	if len(of) == 1 {
		return "(" + words[0] + ",)"
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// into decodes a value that was found good.
func (f form) into(v any) {
	raw, err := json.Marshal(f.value)
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		f.fail("MODEL_TYPE_CONVERT", "%v", err)
	}
}

// tree gives the problems as Discord nests them: each step of the path is a key, _errors at its end.
func tree(problems []problem) map[string]any {
	root := map[string]any{}
	for _, p := range problems {
		node := root
		for step := range strings.SplitSeq(p.path, ".") {
			if step == "" {
				continue
			}
			next, _ := node[step].(map[string]any)
			if next == nil {
				next = map[string]any{}
				node[step] = next
			}
			node = next
		}
		list, _ := node["_errors"].([]any)
		node["_errors"] = append(list, map[string]any{"code": p.code, "message": p.message})
	}
	return root
}
