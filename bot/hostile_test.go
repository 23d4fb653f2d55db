package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// at makes a request of a line, as the users of one server in #table send it. The values of options that
// take a user are names.
func at(t testing.TB, user, line string) *bot.Request {
	t.Helper()
	r, err := bot.Parse(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	r.Server, r.Channel, r.User, r.Manager = "s", "table", table.User{ID: user, Name: user}, user == "narrator"
	return r
}

// must carries lines out, "user: /line" each.
func must(t testing.TB, hub *bot.Hub, lines ...string) bot.Reply {
	t.Helper()
	var reply bot.Reply
	for _, line := range lines {
		user, rest, _ := strings.Cut(line, ": ")
		var err error
		if reply, err = hub.Do(at(t, user, rest)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return reply
}

// games gives the tables of the server, in order, as JSON.
func games(t testing.TB, hub *bot.Hub) string {
	t.Helper()
	s, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, g := range s.Games(table.Saga) {
		all = append(all, snapshot(t, g.Table()))
	}
	return strings.Join(all, "\n")
}

func snapshot(t testing.TB, tb *table.Table) string {
	t.Helper()
	raw, err := tb.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func upload(r *bot.Request, name, data string) *bot.Request {
	r.Args = append(r.Args, bot.Arg{Name: "file", Value: name, File: &bot.Upload{Name: name, Data: []byte(data)}})
	return r
}

// TestHostileInput gives commands what no friend would: each is refused with one clear sentence, and
// changes nothing.
func TestHostileInput(t *testing.T) {
	hub, journal := newHub(t, 3)
	hub.Stack = onTop("8 Mind, 3 Reflex, 1 Body, 1 Mind, 7 Body, 6 Body")
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join",
		"bob: /hero new name:Bren", "bob: /game join", "alice: /hero skill name:Jack skill:Boxing trait:Body")
	long := strings.Repeat("x", 10000)
	line := func(user, format string, args ...any) *bot.Request { return at(t, user, fmt.Sprintf(format, args...)) }
	file := func(data string) *bot.Request { return upload(at(t, "alice", "/hero import"), "x.yaml", data) }
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'i'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8), c-1)
	}
	for _, tt := range []struct {
		name string
		r    *bot.Request
		code string
	}{
		// Names
		{"an empty name", line("alice", `/hero new name:"   " edge:2 body:B`), "form"},
		{"a pressed form without a name", pressed(line("alice", `/hero new body:B`)), "bad_name"},
		{"10,000 characters", line("alice", "/hero new name:%s", long), "too_long"},
		{"33 characters", line("alice", "/hero new name:%s", long[:33]), "bad_name"},
		{"@everyone", line("alice", "/hero new name:@everyone"), "bad_name"},
		{"@everyone in wide letters", line("alice", "/hero new name:＠everyone"), "bad_name"},
		{"a mention", line("alice", `/hero new name:"<@123456789012345678>"`), "bad_name"},
		{"a right-to-left override", line("alice", `/hero new name:"Ja\\u202eck"`), "bad_name"},
		{"a right-to-left override itself", line("alice", "/hero new name:\"Ja\u202eck\""), "bad_name"},
		{"a right-to-left mark", line("alice", "/hero new name:\"Jack\u200f\""), "bad_name"},
		{"an isolate", line("alice", "/hero new name:\"\u2067Jack\u2069\""), "bad_name"},
		{"a space of no width", line("alice", "/hero new name:\"Ja\u200bck\""), "bad_name"},
		{"a soft hyphen", line("alice", "/hero new name:\"Ja\u00adck\""), "bad_name"},
		{"a filler that cannot be seen", line("alice", "/hero new name:\"\u2800\u2800\""), "bad_name"},
		{"zalgo", line("alice", "/hero new name:\"J\u0335\u0322\u0321\u031ba\u0337c\u0338k\""), "bad_name"},
		{"a zero byte", line("alice", "/hero new name:\"Ja\x00ck\""), "bad_name"},
		{"broken UTF-8", line("alice", "/hero new name:\"Ja\xffck\""), "bad_name"},
		{"markup", line("alice", "/hero new name:\"**Jack**\""), "bad_name"},
		{"a code block", line("alice", "/hero new name:\"`Jack`\""), "bad_name"},
		{"a link", line("alice", "/hero new name:\"[J](http://x)\""), "bad_name"},
		{"a name that is taken, in other letters", line("alice", "/hero new name:\"ｊack\""), "name_taken"},
		{"signs alone", line("alice", "/hero new name:\"- -\""), "bad_name"},
		{"a skill's name", line("alice", "/hero skill name:Jack skill:@here trait:Body"), "bad_name"},
		{"a game's name", line("narrator", "/game new name:@here"), "bad_name"},
		{"a new name", line("alice", "/hero set name:Jack field:name value:@everyone"), "bad_name"},
		{"a name in its place", line("alice", "/hero set name:Jack field:name value:\"\""), "bad_name"},
		// Texts
		{"a description that turns the line round", line("alice", "/hero set name:Jack field:description value:\"a\u202eb\""), "bad_text"},
		{"a description that is too long", line("alice", "/hero set name:Jack field:description value:%s", long), "too_long"},
		{"a description that is too long once pings are taken out", line("alice", "/hero set name:Jack field:description value:%s", strings.Repeat("@", 600)), "too_long"},
		{"a reason in zalgo", line("narrator", "/call hero:Jack action:\"easy Reason\" reason:\"o\u0335\u0322\u0321\u031bh\""), "bad_text"},
		{"a bell", line("narrator", "/narrator scene text:\"ding\a\""), "bad_text"},
		{"a scene without a title", line("narrator", "/narrator scene text:\" \""), "missing_option"},
		// Who and what
		{"an unknown hero", line("alice", "/act hero:Jock action:\"easy Reason\""), "no_hero"},
		{"an unknown hero of 10,000 characters", line("alice", "/act hero:%s action:\"easy Reason\"", long), "too_long"},
		{"an unknown hero that pings", line("alice", "/hero show name:@everyone"), "no_hero"},
		{"somebody else's hero", line("bob", "/act hero:Jack action:\"easy Reason\" card:\"8 Mind\""), "not_yours"},
		{"somebody else's hand", line("narrator", "/hand show hero:Jack"), "not_yours"},
		{"a user that is none", line("narrator", "/game join hero:Jack player:\"all of you\""), "bad_value"},
		{"a user that pings", line("narrator", "/game narrator add:@everyone"), "bad_value"},
		{"a user without a name", line("narrator", "/game narrator add:\"\""), "bad_value"},
		{"a user that turns the line round", line("narrator", "/game narrator add:\"bob\u202e\""), "bad_value"},
		{"a user of 10,000 characters", line("narrator", "/game narrator add:%s", long), "bad_value"},
		{"a new player that pings", line("narrator", "/hero set name:Jack field:player value:@everyone"), "missing_option"},
		{"a new player of 900 characters", line("narrator", "/hero set name:Jack field:player value:%s", long[:900]), "missing_option"},
		// Cards
		{"a card that is not in the hand", line("alice", "/act action:\"easy Reason\" card:\"9 Mind\""), "card_not_in_hand"},
		{"a copy that is not in the hand", line("alice", "/act action:\"easy Reason\" card:\"5 Mind f\""), "card_not_in_hand"},
		{"the same card twice", line("alice", "/act action:\"easy Reason\" card:\"1 Body\" then:\"1 Body\""), "card_not_in_hand"},
		{"a card face down", line("alice", "/act action:\"easy Reason\" card:\"?\""), "no_such_card"},
		{"no card at all", line("alice", "/act action:\"easy Reason\" card:\", ,\""), "no_card"},
		{"a card that no deck has", line("alice", "/act action:\"easy Reason\" card:\"99999999999999999999 Mind\""), "no_such_card"},
		{"a card below zero", line("alice", "/act action:\"easy Reason\" card:\"-8 Mind\""), "no_such_card"},
		{"a card after one above Edge", line("alice", "/act action:\"easy Reason\" card:\"8 Mind\" then:\"1 Body\""), "above_edge"},
		{"what follows nothing", line("alice", "/act action:\"easy Reason\" then:\"1 Body\""), "no_card"},
		{"an event of no card", line("alice", "/point event text:x card:\",\""), "no_card"},
		{"a card taken that is none", line("narrator", "/narrator take hero:Jack card:\",\""), "no_card"},
		{"no banked card", line("narrator", "/narrator karma spend:\",\""), "no_karma"},
		// Numbers
		{"no number", line("alice", "/hero new name:Ada quickness:six"), "bad_value"},
		{"no whole number", line("alice", "/hero new name:Ada quickness:6.5"), "bad_value"},
		{"a number below", line("alice", "/hero new name:Ada quickness:-1"), "out_of_range"},
		{"a number above", line("alice", "/hero new name:Ada edge:10"), "out_of_range"},
		{"a number beyond all numbers", line("alice", "/hero new name:Ada edge:%s", strings.Repeat("9", 400)), "out_of_range"},
		{"a number set", line("alice", "/hero set name:Jack field:edge value:-1"), "out_of_range"},
		{"a number beyond all numbers set", line("alice", "/hero set name:Jack field:edge value:%s", strings.Repeat("9", 400)), "bad_value"},
		{"a difficulty beyond all numbers", line("alice", "/act action:\"%s Reason\"", strings.Repeat("9", 80)), "bad_action"},
		{"no truth", line("alice", "/act action:\"easy Reason\" secret:maybe"), "bad_value"},
		// Options
		{"an unknown option", line("alice", "/act action:\"easy Reason\" crad:\"8 Mind\""), "unknown_option"},
		{"an unknown option that pings", line("alice", "/act @everyone:1"), "unknown_option"},
		{"an option twice", line("alice", "/act action:\"easy Reason\" action:\"easy Strength\""), "bad_line"},
		{"an option left out", line("alice", "/hero set name:Jack"), "missing_option"},
		{"no choice", line("alice", "/hero skill name:Jack skill:Boxing trait:Body degree:best"), "bad_value"},
		{"an unknown command", line("alice", "/abracadabra"), "unknown_command"},
		{"an unknown command of 10,000 characters", line("alice", "/%s", long), "unknown_command"},
		{"an action of 10,000 characters", line("alice", "/act action:%s", long), "too_long"},
		{"an action of brackets", line("alice", "/act action:\"easy Reason ((((((((((\""), "bad_action"},
		{"a skill that is none", line("alice", "/act action:\"easy Reason\" skill:@everyone"), "no_skill"},
		// Files
		{"no file", line("alice", "/hero import file:x.yaml"), "no_file"},
		{"an empty file", file(""), "bad_file"},
		{"white space", file(" \n\n"), "bad_file"},
		{"no YAML", file("name: [Jack"), "bad_file"},
		{"a bomb of aliases", file(bomb), "bad_file"},
		{"a merge of aliases", file("x: &x {name: Jack}\n<<: *x\n"), "bad_file"},
		{"deep brackets", file(strings.Repeat("[", 20000)), "bad_file"},
		{"a large file", file("name: Ada\ndescription: " + strings.Repeat("x", 70000)), "bad_file"},
		{"a very large file", file(strings.Repeat("name: Ada\n", 1<<20)), "bad_file"},
		{"a picture", file("\x89PNG\r\n\x1a\n\x00\x00"), "bad_file"},
		{"a list for a name", file("name: [Ada]"), "bad_file"},
		{"a text for a list", file("name: Ada\nskills: Boxing"), "bad_file"},
		{"a number for pairs", file("name: Ada\nabilities: 5"), "bad_file"},
		{"a text for a number", file("name: Ada\nabilities: {Strength: much}"), "bad_file"},
		{"what a sheet has not", file("name: Ada\nadmin: true"), "bad_file"},
		{"a key twice", file("name: Ada\nname: Jack"), "bad_file"},
		{"two sheets", file("name: Ada\n---\nname: Jack"), "bad_file"},
		{"a name that pings in a file", file("name: \"@everyone\""), "bad_name"},
		{"a description that turns the line round in a file", file("name: Ada\ndescription: \"a\u202eb\""), "bad_text"},
		{"a score out of range in a file", file("name: Ada\nabilities: {Strength: -5}"), "out_of_range"},
		{"a hand of 1,000 cards in a file", file("name: Ada\nhand-size: 1000"), "out_of_range"},
		{"an ability that is none in a file", file("name: Ada\nabilities: {Luck: 5}"), "bad_sheet"},
		{"a degree that is none in a file", file("name: Ada\nskills: [{name: Boxing, trait: Body, degree: best}]"), "bad_skill"},
		{"100 skills in a file", file("name: Ada\nskills:\n" + strings.Repeat("- {name: Boxing, trait: Body}\n", 100)), "bad_skill"},
		{"gear without a name in a file", file("name: Ada\ngear: [{name: \"\"}]"), "bad_name"},
		{"gear that pings in a file", file("name: Ada\ngear: [{name: \"@here\", use: sundry}]"), "bad_name"},
		{"gear of no use in a file", file("name: Ada\ngear: [{name: Axe, use: felling}]"), "bad_gear"},
		{"gear with a wrong number in a file", file("name: Ada\ngear: [{name: axe, use: weapon, damage: much}]"), "bad_file"},
		{"gear with what it has not in a file", file("name: Ada\ngear: [{name: axe, use: weapon, magic: 5}]"), "bad_file"},
		{"gear beyond all ranges in a file", file("name: Ada\ngear: [{name: axe, use: weapon, range: moon}]"), "no_such_range"},
		{"gear that is none in a file", file("name: Ada\ngear: [axe]"), "bad_file"},
		{"gear as text in a file", file("name: Ada\ngear: axe"), "bad_file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, count := games(t, hub), journal.Entries()
			reply, err := hub.Do(tt.r)
			if after := games(t, hub); after != before || journal.Entries() != count {
				t.Errorf("the table changed: %d entries, %d before", journal.Entries(), count)
			}
			if tt.code == "form" {
				if err != nil || reply.Form == nil {
					t.Errorf("%+v, %v; want a form", reply, err)
				}
				return
			}
			var no *fate.Refusal
			if !errors.As(err, &no) {
				t.Fatalf("%+v, %v; want a refusal", reply, err)
			}
			if no.Code != tt.code {
				t.Errorf("the code is %s (%s), want %s", no.Code, no.Message, tt.code)
			}
			clear(t, no.Message)
		})
	}
}

func pressed(r *bot.Request) *bot.Request {
	r.Pressed = true
	return r
}

// clear demands one sentence that can be shown: it begins like one, is no longer than three lines of a
// message, and nothing in it can hide or turn the text round it.
func clear(t *testing.T, s string) {
	t.Helper()
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(first) && !unicode.IsDigit(first) && first != '"' && first != '/' {
		t.Errorf("%q does not begin like a sentence", s)
	}
	if n := utf8.RuneCountInString(s); n > 300 || n < 10 {
		t.Errorf("the sentence has %d characters: %.400s", n, s)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
		t.Errorf("%q has something hidden in it", s)
	}
	if strings.Contains(s, "bot.") || strings.Contains(s, "!!") || strings.Contains(s, "%!") {
		t.Errorf("%q speaks of the code", s)
	}
}

// TestTextsArePreparedForOthers: what free texts hold is shown as it was meant, and pings nobody.
func TestTextsArePreparedForOthers(t *testing.T) {
	hub, journal := newHub(t, 3)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack")
	must(t, hub, "alice: /hero gear name:Jack item:axe damage:4 style:thrown", "alice: /hero gear name:Jack item:rope", "alice: /hero gear name:Jack item:sling",
		"narrator: /hero gear name:Jack item:\"great sword\" allow:true")
	must(t, hub, `alice: /hero set name:Jack field:description value:"Ask @everyone: 👨‍👩‍👧 نه`+"\u200c"+`ی ok"`)
	r := must(t, hub, "alice: /hero export name:Jack")
	data, err := r.Files[0].Data()
	if err != nil {
		t.Fatal(err)
	}
	before, n := games(t, hub), journal.Entries()
	if _, err := hub.Do(upload(at(t, "alice", "/hero import replace:true"), "jack.yaml", string(data))); err != nil {
		t.Fatal(err)
	}
	if journal.Entries() != n+1 || games(t, hub) == before {
		t.Fatal("the sheet was not read")
	}
	var was, is struct {
		Seats json.RawMessage `json:"seats"`
	}
	if err := errors.Join(json.Unmarshal([]byte(before), &was), json.Unmarshal([]byte(games(t, hub)), &is)); err != nil {
		t.Fatal(err)
	}
	if string(was.Seats) != string(is.Seats) {
		t.Errorf("exported and imported:\n%s\n%s", was.Seats, is.Seats)
	}
	if s := string(is.Seats); strings.Contains(s, "@everyone") || !strings.Contains(s, "👨‍👩‍👧") {
		t.Errorf("the description is %s", s)
	}
}

// TestMarkupOfUsersIsToldFromOurs: what a user writes pings nobody and dresses nothing up, in what is shown and in the
// log's and undo's copies of what was typed. Markup that replies do not use is escaped for Discord alone.
func TestMarkupOfUsersIsToldFromOurs(t *testing.T) {
	hub, _ := newHub(t, 3)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join")
	const hostile = "<@1> @everyone **b** `c` _d_"
	line := must(t, hub, `narrator: /narrator scene text:"`+hostile+`"`)
	for _, r := range []bot.Reply{line, must(t, hub, "alice: /game log count:1"), must(t, hub, "narrator: /game undo")} {
		text := r.Title + "\n" + r.Body
		for _, raw := range []string{"@1", "@e", "**b", "`c", "_d"} {
			if strings.Contains(text, raw) {
				t.Errorf("%q stands in\n%s", raw, text)
			}
		}
		if !strings.Contains(strings.ReplaceAll(text, "\u2060", ""), hostile) {
			t.Errorf("it is not shown as written:\n%s", text)
		}
	}
}

// TestNamesOfTheWorld: names that people bear are taken.
func TestNamesOfTheWorld(t *testing.T) {
	hub, _ := newHub(t, 3)
	must(t, hub, "narrator: /game new name:Moss")
	for _, name := range []string{"Zoë O’Neil-Čapek", "Nguyễn Thị Ánh", "שְׁלֹמֹה", "مُحَمَّد", "क्षितिज", "กิ่งแก้ว", "マリア", "Ἀχιλλεύς", "R2-D2", "Jack (the 2nd)"} {
		must(t, hub, fmt.Sprintf("alice: /hero new name:%q", name))
	}
}

// TestALogLineIsOneLine: what a user typed cannot look like another entry of the log.
func TestALogLineIsOneLine(t *testing.T) {
	hub, _ := newHub(t, 3)
	must(t, hub, "narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join")
	must(t, hub, "narrator: /call hero:Jack action:\"easy\n\nReason\"")
	for _, format := range []string{"text", "markdown"} {
		r := must(t, hub, "alice: /game log count:1 format:"+format)
		if !strings.Contains(r.Body, `action:"easy Reason"`) {
			t.Errorf("the log says %q", r.Body)
		}
	}
}
