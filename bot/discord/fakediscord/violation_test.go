package fakediscord_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"skald/bot/discord/fakediscord"
)

// breach is a request that Discord refuses, or lets pass though it is wrong.
type breach struct {
	name   string
	body   string
	path   string // of the field
	reason string
}

// errorsAt gives the reasons at a path of the errors that Discord nests.
func errorsAt(body map[string]any, path string) []string {
	node, _ := body["errors"].(map[string]any)
	for step := range strings.SplitSeq(path, ".") {
		if step != "" {
			node, _ = node[step].(map[string]any)
		}
	}
	list, _ := node["_errors"].([]any)
	var reasons []string
	for _, one := range list {
		reasons = append(reasons, one.(map[string]any)["code"].(string))
	}
	return reasons
}

// refuses checks that the request was answered with 50035 and one violation recorded, at that path and for that reason.
func (sc scene) refuses(t *testing.T, b breach, status int, body map[string]any) {
	t.Helper()
	got := sc.Violations()
	if status != 400 || body["code"] != 50035.0 || !slices.Equal(errorsAt(body, b.path), []string{b.reason}) {
		t.Errorf("answered %d %v", status, body)
	}
	if len(got) != 1 || got[0].Path != b.path || got[0].Reason != b.reason || got[0].Status != 400 || got[0].Code != 50035 {
		t.Errorf("recorded %v", got)
	}
}

// passes checks that the request was answered well, and one violation recorded all the same.
func (sc scene) passes(t *testing.T, b breach, status int, body map[string]any) {
	t.Helper()
	got := sc.Violations()
	if status >= 300 || len(got) != 1 || got[0].Path != b.path || got[0].Reason != b.reason || got[0].Status != 0 {
		t.Errorf("answered %d %v, recorded %v", status, body, got)
	}
}

func text(n int) string { return strings.Repeat("é", n) }

func list(n int, one string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(one, "#", fmt.Sprint(i)))
	}
	return "[" + b.String() + "]"
}

func TestCommandsThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	option := func(s string) string { return `[{"name":"a","description":"d","options":[` + s + `]}]` }
	str := func(s string) string { return option(`{"type":3,"name":"o","description":"d",` + s + `}`) }
	number := func(s string) string { return option(`{"type":4,"name":"o","description":"d",` + s + `}`) }
	for _, b := range []breach{
		{"no list", `{}`, "", "LIST_TYPE_CONVERT"},
		{"nothing", `null`, "", "BASE_TYPE_REQUIRED"},
		{"no object", `[5]`, "0", "MODEL_TYPE_CONVERT"},
		{"no truth", `[{"name":"a","description":"d","nsfw":"no"}]`, "0.nsfw", "BOOLEAN_TYPE_CONVERT"},
		{"no truth about conversations", `[{"name":"a","description":"d","dm_permission":1}]`, "0.dm_permission", "BOOLEAN_TYPE_CONVERT"},
		{"no contexts", `[{"name":"a","description":"d","contexts":[]}]`, "0.contexts", "BASE_TYPE_REQUIRED"},
		{"no translations", `[{"name":"a","description":"d","name_localizations":"b"}]`, "0.name_localizations", "MODEL_TYPE_CONVERT"},
		{"long menu command", `[{"name":"` + text(33) + `","type":2}]`, "0.name", "BASE_TYPE_BAD_LENGTH"},
		{"required in words", option(`{"type":3,"name":"o","description":"d","required":"yes"}`), "0.options.0.required", "BOOLEAN_TYPE_CONVERT"},
		{"autocomplete in words", str(`"autocomplete":"yes"`), "0.options.0.autocomplete", "BOOLEAN_TYPE_CONVERT"},
		{"bound in words", option(`{"type":10,"name":"o","description":"d","max_value":"5"}`), "0.options.0.max_value", "NUMBER_TYPE_COERCE"},
		{"bound beyond all numbers", number(`"max_value":9007199254740994`), "0.options.0.max_value", "NUMBER_TYPE_MAX"},
		{"no choice", str(`"choices":[5]`), "0.options.0.choices.0", "MODEL_TYPE_CONVERT"},
		{"choice without value", str(`"choices":[{"name":"n"}]`), "0.options.0.choices.0.value", "BASE_TYPE_REQUIRED"},
		{"translated choice", str(`"choices":[{"name":"n","value":"v","name_localizations":{"de":"` + text(101) + `"}}]`), "0.options.0.choices.0.name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
		{"channel types in words", option(`{"type":7,"name":"o","description":"d","channel_types":"all"}`), "0.options.0.channel_types", "LIST_TYPE_CONVERT"},
		{"no name", `[{"description":"d"}]`, "0.name", "BASE_TYPE_REQUIRED"},
		{"capitals", `[{"name":"Act","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"capitals with accent", `[{"name":"Éa","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"blank", `[{"name":"a b","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"long name", `[{"name":"` + text(33) + `","description":"d"}]`, "0.name", "BASE_TYPE_BAD_LENGTH"},
		{"no description", `[{"name":"a"}]`, "0.description", "BASE_TYPE_REQUIRED"},
		{"long description", `[{"name":"a","description":"` + text(101) + `"}]`, "0.description", "BASE_TYPE_BAD_LENGTH"},
		{"number for a text", `[{"name":"a","description":5}]`, "0.description", "STRING_TYPE_CONVERT"},
		{"unknown type", `[{"name":"a","description":"d","type":4}]`, "0.type", "BASE_TYPE_CHOICES"},
		{"twice", `[{"name":"a","description":"d"},{"name":"a","description":"d"}]`, "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"menu command with description", `[{"name":"Look at","type":2,"description":"d"}]`, "0.description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_FORBIDDEN"},
		{"menu command with options", `[{"name":"Look at","type":3,"options":[{}]}]`, "0.options", "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_FORBIDDEN"},
		{"permissions as number", `[{"name":"a","description":"d","default_member_permissions":32}]`, "0.default_member_permissions", "NUMBER_TYPE_COERCE"},
		{"permissions in words", `[{"name":"a","description":"d","default_member_permissions":"all"}]`, "0.default_member_permissions", "NUMBER_TYPE_COERCE"},
		{"unknown context", `[{"name":"a","description":"d","contexts":[3]}]`, "0.contexts.0", "BASE_TYPE_CHOICES"},
		{"context twice", `[{"name":"a","description":"d","contexts":[0,0]}]`, "0.contexts.1", "SET_TYPE_ALREADY_CONTAINS_VALUE"},
		{"unknown installation", `[{"name":"a","description":"d","integration_types":[2]}]`, "0.integration_types.0", "BASE_TYPE_CHOICES"},
		{"unknown locale", `[{"name":"a","description":"d","name_localizations":{"xx":"b"}}]`, "0.name_localizations.xx", "BASE_TYPE_CHOICES"},
		{"bad translation", `[{"name":"a","description":"d","name_localizations":{"de":"B C"}}]`, "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"},
		{"26 options", `[{"name":"a","description":"d","options":` + list(26, `{"type":3,"name":"o#","description":"d"}`) + `}]`, "0.options", "BASE_TYPE_MAX_LENGTH"},
		{"option without type", option(`{"name":"o","description":"d"}`), "0.options.0.type", "BASE_TYPE_REQUIRED"},
		{"option of unknown type", option(`{"type":12,"name":"o","description":"d"}`), "0.options.0", "UNION_TYPE_CHOICES"},
		{"option name", option(`{"type":3,"name":"O","description":"d"}`), "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"option description", option(`{"type":3,"name":"o","description":""}`), "0.options.0.description", "BASE_TYPE_REQUIRED"},
		{"option twice", option(`{"type":3,"name":"o","description":"d"},{"type":4,"name":"o","description":"d"}`), "0.options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"},
		{"required after optional", option(`{"type":3,"name":"o","description":"d"},{"type":4,"name":"p","description":"d","required":true}`), "0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"required after optional in a subcommand", option(`{"type":1,"name":"s","description":"d","options":[{"type":3,"name":"o","description":"d"},{"type":4,"name":"p","description":"d","required":true}]}`), "0.options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"subcommand beside option", option(`{"type":1,"name":"s","description":"d"},{"type":3,"name":"o","description":"d"}`), "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"subcommand in subcommand", option(`{"type":1,"name":"s","description":"d","options":[{"type":1,"name":"t","description":"d"}]}`), "0.options.0.options.0", "UNION_TYPE_CHOICES"},
		{"group in group", option(`{"type":2,"name":"g","description":"d","options":[{"type":2,"name":"h","description":"d"}]}`), "0.options.0.options.0", "UNION_TYPE_CHOICES"},
		{"option in group", option(`{"type":2,"name":"g","description":"d","options":[{"type":3,"name":"o","description":"d"}]}`), "0.options.0.options.0", "UNION_TYPE_CHOICES"},
		{"26 choices", str(`"choices":` + list(26, `{"name":"n#","value":"v#"}`)), "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"},
		{"choice without name", str(`"choices":[{"name":"","value":"v"}]`), "0.options.0.choices.0.name", "BASE_TYPE_REQUIRED"},
		{"long choice name", str(`"choices":[{"name":"` + text(101) + `","value":"v"}]`), "0.options.0.choices.0.name", "BASE_TYPE_BAD_LENGTH"},
		{"long choice value", str(`"choices":[{"name":"n","value":"` + text(101) + `"}]`), "0.options.0.choices.0.value", "BASE_TYPE_BAD_LENGTH"},
		{"number for a choice of text", str(`"choices":[{"name":"n","value":5}]`), "0.options.0.choices.0.value", "STRING_TYPE_CONVERT"},
		{"text for a choice of number", number(`"choices":[{"name":"n","value":"5"}]`), "0.options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
		{"choice twice", str(`"choices":[{"name":"n","value":"v"},{"name":"n","value":"w"}]`), "0.options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		{"choices with autocomplete", str(`"autocomplete":true,"choices":[{"name":"n","value":"v"}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID"},
		{"autocomplete of a truth", option(`{"type":5,"name":"o","description":"d","autocomplete":true}`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_FIELD_INVALID"},
		{"bounds of a text's value", str(`"min_value":1`), "0.options.0.min_value", "APPLICATION_COMMAND_OPTION_FIELD_INVALID"},
		{"length of a number", number(`"max_length":1`), "0.options.0.max_length", "APPLICATION_COMMAND_OPTION_FIELD_INVALID"},
		{"min above max", number(`"min_value":5,"max_value":4`), "0.options.0.max_value", "NUMBER_TYPE_MIN"},
		{"fraction for an integer", number(`"min_value":1.5`), "0.options.0.min_value", "NUMBER_TYPE_COERCE"},
		{"length above 6000", str(`"max_length":6001`), "0.options.0.max_length", "NUMBER_TYPE_MAX"},
		{"min length above max", str(`"min_length":5,"max_length":4`), "0.options.0.max_length", "NUMBER_TYPE_MIN"},
		{"unknown channel type", option(`{"type":7,"name":"o","description":"d","channel_types":[99]}`), "0.options.0.channel_types.0", "BASE_TYPE_CHOICES"},
		{"above 8000 characters", `[{"name":"a","description":"d","options":` + list(4, `{"type":3,"name":"o#","description":"d","choices":`+list(25, `{"name":"n#`+text(90)+`","value":"v"}`)+`}`) + `}]`, "0", "APPLICATION_COMMAND_TOO_LARGE"},
		{"above 8000 with a translation", `[{"name":"a","description":"d","options":` + list(20, `{"type":1,"name":"o#","description":"d","options":`+list(5, `{"type":3,"name":"p#","description":"d","description_localizations":{"de":"`+text(100)+`"}}`)+`}`) + `}]`, "0", "APPLICATION_COMMAND_TOO_LARGE"},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			status, body := sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", b.body)
			sc.refuses(t, b, status, body)
			if sc.Overwrites(nil) != 0 || len(sc.Commands(nil)) != 0 {
				t.Error("what is refused is not kept")
			}
		})
	}
}

func TestCommandsAtTheirLimitsAreTaken(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	full := `{"name":"c#","description":"` + text(100) + `","default_member_permissions":"32","contexts":[0],"integration_types":[0,1],"options":[
		{"type":3,"name":"-_é1","description":"d","required":true,"min_length":0,"max_length":6000,"autocomplete":true},
		{"type":10,"name":"n","description":"d","min_value":-0.5,"max_value":0.5,"choices":null},
		{"type":3,"name":"x","description":"d","choices":` + list(25, `{"name":"n#","value":"v"}`) + `}]}`
	if status, body := sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", list(100, full)); status != 200 {
		t.Errorf("%d %v", status, body)
	}
	if n := len(sc.Commands(nil)); n != 100 {
		t.Errorf("%d commands", n)
	}
}

func TestTooManyCommands(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	status, body := sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", list(101, `{"name":"c#","description":"d"}`))
	if v := sc.Violations(); status != 400 || body["code"] != 30032.0 || len(v) != 1 {
		t.Errorf("%d %v %v", status, body, v)
	}
	for n := range 3 {
		status, body = sc.json(t, "PUT", "/applications/"+sc.AppID+"/commands", list(90, fmt.Sprintf(`{"name":"d%d-#","description":"d"}`, n)))
	}
	if v := sc.Violations(); status != 400 || body["code"] != 30034.0 || len(v) != 1 {
		t.Errorf("more than 200 creates a day: %d %v %v", status, body, v)
	}
}

const none = `,"allowed_mentions":{"parse":[]}`

func TestMessagesThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	embed := func(s string) string { return `"embeds":[{` + s + `}]` }
	row := func(s string) string { return `"content":"x","components":[{"type":1,"components":[` + s + `]}]` }
	button := func(s string) string { return row(`{"type":2,` + s + `}`) }
	pick := func(s string) string { return row(`{"type":3,"custom_id":"s",` + s + `}`) }
	two := `"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]`
	v2 := func(s string) string { return `"flags":32768,"components":[` + s + `]` }
	const (
		r = "components.0.components.0"
		x = `{"type":10,"content":"x"}`
	)
	for _, b := range []breach{
		{"long content", `"content":"` + text(2001) + `"`, "content", "BASE_TYPE_MAX_LENGTH"},
		{"11 embeds", `"embeds":` + list(11, `{"title":"t"}`), "embeds", "BASE_TYPE_MAX_LENGTH"},
		{"embeds above 6000", `"embeds":` + list(2, `{"description":"`+text(3001)+`"}`), "embeds", "MAX_EMBED_SIZE_EXCEEDED"},
		{"empty embed", embed(`"color":5`), "embeds.0.description", "BASE_TYPE_REQUIRED"},
		{"title", embed(`"title":"` + text(257) + `"`), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"},
		{"description", embed(`"description":"` + text(4097) + `"`), "embeds.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"colour", embed(`"title":"t","color":16777216`), "embeds.0.color", "NUMBER_TYPE_MAX"},
		{"timestamp", embed(`"title":"t","timestamp":"today"`), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"},
		{"footer", embed(`"footer":{"text":"` + text(2049) + `"}`), "embeds.0.footer.text", "BASE_TYPE_BAD_LENGTH"},
		{"author", embed(`"author":{"name":"` + text(257) + `"}`), "embeds.0.author.name", "BASE_TYPE_BAD_LENGTH"},
		{"26 fields", embed(`"fields":` + list(26, `{"name":"n","value":"v"}`)), "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"},
		{"field without name", embed(`"fields":[{"name":"","value":"v"}]`), "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"},
		{"field name", embed(`"fields":[{"name":"` + text(257) + `","value":"v"}]`), "embeds.0.fields.0.name", "BASE_TYPE_BAD_LENGTH"},
		{"field value", embed(`"fields":[{"name":"n","value":"` + text(1025) + `"}]`), "embeds.0.fields.0.value", "BASE_TYPE_BAD_LENGTH"},
		{"field of blanks", embed(`"fields":[{"name":"n","value":"  "}]`), "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"},
		{"embed url", embed(`"title":"t","url":"example"`), "embeds.0.url", "URL_TYPE_INVALID_URL"},
		{"embed url scheme", embed(`"title":"t","url":"ftp://example.org/"`), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"},
		{"picture that is not there", embed(`"image":{"url":"attachment://hand.png"}`), "embeds.0.image.url", "ATTACHMENT_NOT_FOUND"},
		{"file that is not there", `"content":"x","attachments":[{"id":0,"filename":"a.txt"}]`, "attachments.0", "ATTACHMENT_NOT_FOUND"},
		{"reply to nothing", `"content":"x","message_reference":{"message_id":"5"}`, "message_reference", "REPLIES_UNKNOWN_MESSAGE"},
		{"mention of a kind and of its ids", `"content":"x","allowed_mentions":{"parse":["users"],"users":["5"]}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		{"mention of an unknown kind", `"content":"x","allowed_mentions":{"parse":["all"]}`, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"},
		{"poll", `"content":"x","poll":{}`, "poll", "FAKE_UNSUPPORTED"},
		{"loud in words", `"content":"x","tts":"no"`, "tts", "BOOLEAN_TYPE_CONVERT"},
		{"flags in words", `"content":"x","flags":"4"`, "flags", "NUMBER_TYPE_COERCE"},
		{"embed in words", `"embeds":["t"]`, "embeds.0", "MODEL_TYPE_CONVERT"},
		{"author in words", embed(`"author":"a"`) + `,"content":"x"`, "embeds.0.author", "MODEL_TYPE_CONVERT"},
		{"author's address", embed(`"author":{"name":"a","url":"b"}`), "embeds.0.author.url", "URL_TYPE_INVALID_URL"},
		{"author's picture", embed(`"author":{"name":"a","icon_url":"b"}`), "embeds.0.author.icon_url", "URL_TYPE_INVALID_URL"},
		{"footer in words", embed(`"footer":"a"`), "embeds.0.footer", "MODEL_TYPE_CONVERT"},
		{"footer's picture", embed(`"footer":{"text":"a","icon_url":"b"}`), "embeds.0.footer.icon_url", "URL_TYPE_INVALID_URL"},
		{"picture in words", embed(`"title":"t","image":"a"`), "embeds.0.image", "MODEL_TYPE_CONVERT"},
		{"picture without address", embed(`"thumbnail":{}`), "embeds.0.thumbnail.url", "BASE_TYPE_REQUIRED"},
		{"field in words", embed(`"fields":["a"]`), "embeds.0.fields.0", "MODEL_TYPE_CONVERT"},
		{"inline in words", embed(`"fields":[{"name":"n","value":"v","inline":"no"}]`), "embeds.0.fields.0.inline", "BOOLEAN_TYPE_CONVERT"},
		{"attachments in words", `"content":"x","attachments":"a"`, "attachments", "LIST_TYPE_CONVERT"},
		{"attachment in words", `"content":"x","attachments":["a"]`, "attachments.0", "MODEL_TYPE_CONVERT"},
		{"mentions in words", `"content":"x","allowed_mentions":"none"`, "allowed_mentions", "MODEL_TYPE_CONVERT"},
		{"parse in words", `"content":"x","allowed_mentions":{"parse":"users"}`, "allowed_mentions.parse", "LIST_TYPE_CONVERT"},
		{"101 mentions", `"content":"x","allowed_mentions":{"parse":[],"users":` + list(101, `"#"`) + `}`, "allowed_mentions.users", "BASE_TYPE_MAX_LENGTH"},
		{"mention in words", `"content":"x","allowed_mentions":{"parse":[],"replied_user":"no"}`, "allowed_mentions.replied_user", "BOOLEAN_TYPE_CONVERT"},
		{"attachment without number", `"content":"x","attachments":[{"id":1.5}]`, "attachments.0", "ATTACHMENT_NOT_FOUND"},
		{"reply to nobody", `"content":"x","message_reference":{}`, "message_reference", "REPLIES_UNKNOWN_MESSAGE"},
		{"components in words", `"flags":32768,"components":"all"`, "components", "LIST_TYPE_CONVERT"},
		{"reply in words", `"content":"x","message_reference":"5"`, "message_reference", "MODEL_TYPE_CONVERT"},

		{"six rows", `"content":"x","components":` + list(6, `{"type":1,"components":[{"type":2,"style":1,"label":"l","custom_id":"c#"}]}`), "components", "BASE_TYPE_MAX_LENGTH"},
		{"button without row", `"content":"x","components":[{"type":2,"style":1,"label":"l","custom_id":"c"}]`, "components.0", "UNION_TYPE_CHOICES"},
		{"empty row", `"content":"x","components":[{"type":1,"components":[]}]`, "components.0.components", "BASE_TYPE_REQUIRED"},
		{"six buttons", `"content":"x","components":[{"type":1,"components":` + list(6, `{"type":2,"style":1,"label":"l","custom_id":"c#"}`) + `}]`, "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"select beside button", row(`{"type":2,"style":1,"label":"l","custom_id":"c"},{"type":3,"custom_id":"s",` + two + `}`), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"text input in a message", row(`{"type":4,"custom_id":"c","style":1}`), r, "UNION_TYPE_CHOICES"},
		{"text without the flag", `"content":"x","components":[` + x + `]`, "components.0", "UNION_TYPE_CHOICES"},
		{"custom id twice", row(`{"type":2,"style":1,"label":"l","custom_id":"c"},{"type":2,"style":1,"label":"m","custom_id":"c","disabled":true}`), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"id twice", row(`{"type":2,"style":1,"label":"l","custom_id":"c","id":7},{"type":2,"style":1,"label":"m","custom_id":"d","id":7}`), "components.0.components.1.id", "COMPONENT_ID_DUPLICATED"},
		{"long custom id", button(`"style":1,"label":"l","custom_id":"` + text(101) + `"`), r + ".custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"no custom id", button(`"style":1,"label":"l"`), r + ".custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
		{"no label", button(`"style":1,"custom_id":"c"`), r + ".label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
		{"long label", button(`"style":1,"custom_id":"c","label":"` + text(81) + `"`), r + ".label", "BASE_TYPE_MAX_LENGTH"},
		{"no style", button(`"custom_id":"c","label":"l"`), r + ".style", "BASE_TYPE_REQUIRED"},
		{"unknown style", button(`"style":7,"custom_id":"c","label":"l"`), r + ".style", "BASE_TYPE_CHOICES"},
		{"a letter as emoji", button(`"style":1,"custom_id":"c","emoji":{"name":"★"}`), r + ".emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"},
		{"link without url", button(`"style":5,"label":"l"`), r + ".url", "BUTTON_COMPONENT_URL_REQUIRED"},
		{"link with custom id", button(`"style":5,"label":"l","url":"https://example.org/","custom_id":"c"`), r, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
		{"link to nowhere", button(`"style":5,"label":"l","url":"javascript://x/"`), r + ".url", "URL_TYPE_INVALID_SCHEME"},
		{"long link", button(`"style":5,"label":"l","url":"https://example.org/` + strings.Repeat("x", 500) + `"`), r + ".url", "BASE_TYPE_BAD_LENGTH"},
		{"premium with label", button(`"style":6,"label":"l","sku_id":"5"`), r, "BUTTON_COMPONENT_SKU_ID_REQUIRED"},

		{"select without options", pick(`"options":[]`), r + ".options", "BASE_TYPE_REQUIRED"},
		{"26 options", pick(`"options":` + list(26, `{"label":"l","value":"v#"}`)), r + ".options", "BASE_TYPE_BAD_LENGTH"},
		{"option value twice", pick(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`), r + ".options.1", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		{"long option label", pick(`"options":[{"label":"` + text(101) + `","value":"v"}]`), r + ".options.0.label", "BASE_TYPE_BAD_LENGTH"},
		{"long option value", pick(`"options":[{"label":"l","value":"` + text(101) + `"}]`), r + ".options.0.value", "BASE_TYPE_BAD_LENGTH"},
		{"long option description", pick(`"options":[{"label":"l","value":"v","description":"` + text(101) + `"}]`), r + ".options.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"more chosen than may be", pick(`"options":[{"label":"a","value":"a","default":true},{"label":"b","value":"b","default":true}]`), r + ".options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
		{"max above the options", pick(`"max_values":3,` + two), r + ".options", "BASE_TYPE_BAD_LENGTH"},
		{"min above max", pick(`"min_values":2,` + two), r + ".min_values", "NUMBER_TYPE_MAX"},
		{"max above 25", pick(`"max_values":26,` + two), r + ".max_values", "NUMBER_TYPE_MAX"},
		{"long placeholder", pick(`"placeholder":"` + text(151) + `",` + two), r + ".placeholder", "BASE_TYPE_MAX_LENGTH"},
		{"select without custom id", row(`{"type":5}`), r + ".custom_id", "BASE_TYPE_REQUIRED"},
		{"default of the wrong kind", row(`{"type":5,"custom_id":"s","default_values":[{"id":"5","type":"role"}]}`), r + ".default_values.0.type", "BASE_TYPE_CHOICES"},

		{"content beside components", `"content":"x",` + v2(x), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		{"embeds beside components", `"embeds":[{"title":"t"}],` + v2(x), "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		{"flag without components", `"flags":32768`, "components", "BASE_TYPE_REQUIRED"},
		{"41 components", `"flags":32768,"components":[{"type":17,"components":` + list(40, x) + `}]`, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		{"4001 characters", `"flags":32768,"components":[{"type":10,"content":"` + text(2000) + `"},{"type":17,"components":[{"type":10,"content":"` + text(2001) + `"}]}]`, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		{"empty text", v2(`{"type":10,"content":""}`), "components.0.content", "BASE_TYPE_REQUIRED"},
		{"section without accessory", v2(`{"type":9,"components":[` + x + `]}`), "components.0.accessory", "BASE_TYPE_REQUIRED"},
		{"section of four", v2(`{"type":9,"components":` + list(4, x) + `,"accessory":{"type":2,"style":1,"label":"l","custom_id":"c"}}`), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"select as accessory", v2(`{"type":9,"components":[` + x + `],"accessory":{"type":5,"custom_id":"c"}}`), "components.0.accessory", "UNION_TYPE_CHOICES"},
		{"container in container", v2(`{"type":17,"components":[{"type":17,"components":[` + x + `]}]}`), "components.0.components.0", "UNION_TYPE_CHOICES"},
		{"empty container", v2(`{"type":17,"components":[]}`), "components.0.components", "BASE_TYPE_REQUIRED"},
		{"accent colour", v2(`{"type":17,"accent_color":-1,"components":[` + x + `]}`), "components.0.accent_color", "NUMBER_TYPE_MIN"},
		{"11 pictures", v2(`{"type":12,"items":` + list(11, `{"media":{"url":"https://example.org/#.png"}}`) + `}`), "components.0.items", "BASE_TYPE_BAD_LENGTH"},
		{"picture that was not sent", v2(`{"type":12,"items":[{"media":{"url":"attachment://hand.png"}}]}`), "components.0.items.0.media.url", "ATTACHMENT_NOT_FOUND"},
		{"long alt text", v2(`{"type":12,"items":[{"media":{"url":"https://example.org/"},"description":"` + text(1025) + `"}]}`), "components.0.items.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"file from elsewhere", v2(`{"type":13,"file":{"url":"https://example.org/a.txt"}}`), "components.0.file.url", "URL_TYPE_INVALID_SCHEME"},
		{"picture in words", v2(`{"type":12,"items":["a"]}`), "components.0.items.0", "MODEL_TYPE_CONVERT"},
		{"spoiler in words", v2(`{"type":12,"items":[{"media":{"url":"https://example.org/"},"spoiler":"no"}]}`), "components.0.items.0.spoiler", "BOOLEAN_TYPE_CONVERT"},
		{"no file", v2(`{"type":13}`), "components.0.file", "BASE_TYPE_REQUIRED"},
		{"file without address", v2(`{"type":13,"file":{}}`), "components.0.file.url", "BASE_TYPE_REQUIRED"},
		{"button in a section", v2(`{"type":9,"components":[{"type":2}],"accessory":{"type":2,"style":1,"label":"l","custom_id":"c"}}`), "components.0.components.0", "UNION_TYPE_CHOICES"},
		{"long alt text of a thumbnail", v2(`{"type":9,"components":[` + x + `],"accessory":{"type":11,"media":{"url":"https://example.org/"},"description":"` + text(1025) + `"}}`), "components.0.accessory.description", "BASE_TYPE_MAX_LENGTH"},
		{"divider in words", v2(`{"type":14,"divider":"no"}`), "components.0.divider", "BOOLEAN_TYPE_CONVERT"},
		{"41 at the top", `"flags":32768,"components":` + list(41, `{"type":14}`), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		{"id in words", v2(`{"type":14,"id":"a"}`), "components.0.id", "NUMBER_TYPE_COERCE"},
		{"disabled in words", button(`"style":1,"custom_id":"c","label":"l","disabled":"no"`), r + ".disabled", "BOOLEAN_TYPE_CONVERT"},
		{"emoji in words", button(`"style":1,"custom_id":"c","label":"l","emoji":"♠"`), r + ".emoji", "MODEL_TYPE_CONVERT"},
		{"emoji of an option", pick(`"options":[{"label":"l","value":"v","emoji":{"name":"x"}}]`), r + ".options.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"},
		{"option in words", pick(`"options":["a"]`), r + ".options.0", "MODEL_TYPE_CONVERT"},
		{"default in words", pick(`"options":[{"label":"l","value":"v","default":"no"}]`), r + ".options.0.default", "BOOLEAN_TYPE_CONVERT"},
		{"disabled select in words", pick(`"disabled":"no",` + two), r + ".disabled", "BOOLEAN_TYPE_CONVERT"},
		{"min in words", pick(`"min_values":"1",` + two), r + ".min_values", "NUMBER_TYPE_COERCE"},
		{"channel type", row(`{"type":8,"custom_id":"s","channel_types":[99]}`), r + ".channel_types.0", "BASE_TYPE_CHOICES"},
		{"channel types in words", row(`{"type":8,"custom_id":"s","channel_types":"all"}`), r + ".channel_types", "LIST_TYPE_CONVERT"},
		{"two defaults of one", row(`{"type":5,"custom_id":"s","default_values":[{"id":"5","type":"user"},{"id":"6","type":"user"}]}`), r + ".default_values", "BASE_TYPE_BAD_LENGTH"},
		{"default without id", row(`{"type":5,"custom_id":"s","default_values":[{"type":"user"}]}`), r + ".default_values.0.id", "BASE_TYPE_REQUIRED"},
		{"wide separator", v2(`{"type":14,"spacing":3}`), "components.0.spacing", "BASE_TYPE_CHOICES"},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			if !strings.Contains(b.body, "allowed_mentions") {
				b.body += none
			} else {
				sc.AllowMentions()
			}
			status, body := sc.json(t, "POST", "/channels/"+sc.table.ID+"/messages", "{"+b.body+"}")
			sc.refuses(t, b, status, body)
			if len(sc.Messages(sc.table)) != 0 {
				t.Error("what is refused is not shown")
			}
		})
	}
}

func TestMessagesAtTheirLimitsAreTaken(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"content": `"content":"` + text(2000) + `"`,
		"embed": `"embeds":[{"title":"` + text(256) + `","description":"` + text(4096) + `","color":16777215,"timestamp":"2026-11-30T12:00:00Z","author":{"name":"a"},
			"fields":` + list(25, `{"name":"n","value":"v","inline":true}`) + `}]`,
		"rows":    `"content":"","components":` + list(5, `{"type":1,"components":`+strings.ReplaceAll(list(5, `{"type":2,"style":1,"label":"l","custom_id":"c#@"}`), "@", "-#")+`}`),
		"emoji":   `"components":[{"type":1,"components":` + `[{"type":2,"style":1,"label":"","custom_id":"a","emoji":{"name":"♠️"}},{"type":2,"style":1,"custom_id":"b","emoji":{"name":"⚔"}},{"type":2,"style":1,"custom_id":"c","emoji":{"name":"1️⃣"}},{"type":2,"style":1,"custom_id":"d","emoji":{"id":"5"}}]}]`,
		"select":  `"content":"x","components":[{"type":1,"components":[{"type":3,"custom_id":"s","min_values":0,"max_values":25,"options":` + list(25, `{"label":"l","value":"v#","description":""}`) + `}]}]`,
		"users":   `"content":"x","components":[{"type":1,"components":[{"type":5,"custom_id":"s","max_values":25,"default_values":[{"id":"5","type":"user"}]}]}]`,
		"v2":      `"content":"","embeds":[],"flags":32768,"components":[{"type":17,"components":` + list(39, `{"type":14}`) + `}]`,
		"section": `"flags":32768,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.org/a.png"}}}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			if status, answer := sc.json(t, "POST", "/channels/"+sc.table.ID+"/messages", "{"+body+none+"}"); status != 200 {
				t.Errorf("%d %v", status, answer)
			}
		})
	}
}

func TestEmptyMessagesAndBadBodies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body, contentType string
		status            int
		code              float64
	}{
		"nothing":         {`{"content":""` + none + `}`, "application/json", 400, 50006},
		"blanks":          {`{"content":" \n "` + none + `}`, "application/json", 400, 50006},
		"no JSON":         {`{"content":`, "application/json", 400, 50109},
		"two values":      {`{} {}`, "application/json", 400, 50109},
		"no content type": {`{"content":"x"}`, "", 400, 50035},
		"as text":         {`{"content":"x"}`, "text/plain", 400, 50035},
		"empty body":      {``, "", 400, 50006},
		"no parts":        {`{"content":"x"}`, "multipart/form-data; boundary=x", 400, 50035},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			status, body := sc.raw(t, "POST", "/channels/"+sc.table.ID+"/messages", c.contentType, strings.NewReader(c.body))
			if v := sc.Violations(); status != c.status || body["code"] != c.code || len(v) != 1 || float64(v[0].Code) != c.code {
				t.Errorf("%d %v %v", status, body, v)
			}
		})
	}
}

func TestUnknownThingsAndBadTokens(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	message := "/channels/" + sc.table.ID + "/messages/5"
	for _, c := range []struct {
		method, path string
		status       int
		code         float64
	}{
		{"GET", "/channels/5", 404, 10003},
		{"POST", "/channels/5/messages", 404, 10003},
		{"GET", message, 404, 10008},
		{"PATCH", message, 404, 10008},
		{"DELETE", message, 404, 10008},
		{"PUT", "/applications/5/commands", 404, 10002},
		{"PUT", "/applications/" + sc.AppID + "/guilds/5/commands", 403, 50001},
		{"GET", "/applications/" + sc.AppID + "/guilds/5/commands", 403, 50001},
		{"GET", "/guilds/5", 404, 10004},
		{"GET", "/guilds/5/members/5", 404, 10004},
		{"GET", "/guilds/" + sc.guild.ID + "/members/5", 404, 10007},
		{"GET", "/channels/" + sc.table.ID + "/messages?limit=101", 400, 50035},
		{"POST", "/interactions/5/x/callback", 404, 10062},
		{"POST", "/webhooks/" + sc.AppID + "/x", 401, 50027},
		{"GET", "/users/@me/guilds", 404, 0},
	} {
		status, body := sc.json(t, c.method, c.path, `{"type":4}`)
		if v := sc.Violations(); status != c.status || body["code"] != c.code || len(v) != 1 || v[0].Status != c.status {
			t.Errorf("%s %s: %d %v %v", c.method, c.path, status, body, v)
		}
	}
	req, err := http.NewRequest("GET", sc.APIURL()+"/users/@me", nil)
	must(t, err)
	req.Header.Set("User-Agent", "DiscordBot (x, 1)")
	req.Header.Set("Authorization", "Bot "+sc.Token+"x")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if v := sc.Violations(); resp.StatusCode != 401 || len(v) != 1 || v[0].Message != "401: Unauthorized" {
		t.Errorf("%d %v", resp.StatusCode, v)
	}
}

func TestWhatDiscordLetsPassIsRecorded(t *testing.T) {
	t.Parallel()
	for _, b := range []breach{
		{"no allowed_mentions", `{"content":"x"}`, "allowed_mentions", "FAKE_MENTIONS"},
		{"mentions of users", `{"content":"x","allowed_mentions":{"parse":["users"]}}`, "allowed_mentions", "FAKE_MENTIONS"},
		{"mention of one user", `{"content":"x","allowed_mentions":{"parse":[],"users":["5"]}}`, "allowed_mentions", "FAKE_MENTIONS"},
		{"no parse", `{"content":"x","allowed_mentions":{}}`, "allowed_mentions", "FAKE_MENTIONS"},
		{"private in a channel", `{"content":"x","flags":64` + none + `}`, "flags", "FAKE_FLAG_IGNORED"},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			status, body := sc.json(t, "POST", "/channels/"+sc.table.ID+"/messages", b.body)
			sc.passes(t, b, status, body)
			if m := sc.Messages(sc.table); len(m) != 1 || m[0].Flags != 0 {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestFilesThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	small := fakediscord.File{Name: "a.txt", ContentType: "text/plain", Data: []byte("a")}
	large := fakediscord.File{Name: "b.bin", ContentType: "text/plain", Data: make([]byte, 10<<20+1)}
	post := func(t *testing.T, sc scene, body string, files ...fakediscord.File) (int, map[string]any) {
		t.Helper()
		return sc.multipart(t, "POST", "/channels/"+sc.table.ID+"/messages", "{"+body+none+"}", files...)
	}
	t.Run("too large", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"content":"x"`, small, large)
		if v := sc.Violations(); status != 413 || body["code"] != 40005.0 || len(v) != 1 {
			t.Errorf("%d %v %v", status, body, v)
		}
	})
	t.Run("too many", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"content":"x"`, slices.Repeat([]fakediscord.File{small}, 11)...)
		sc.refuses(t, breach{path: "attachments", reason: "BASE_TYPE_MAX_LENGTH"}, status, body)
	})
	t.Run("long description", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"attachments":[{"id":0,"description":"`+text(1025)+`"}]`, small)
		sc.refuses(t, breach{path: "attachments.0.description", reason: "BASE_TYPE_MAX_LENGTH"}, status, body)
	})
	t.Run("not named", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"content":"x","attachments":[]`, small)
		sc.passes(t, breach{path: "attachments.0", reason: "FAKE_FILE_DROPPED"}, status, body)
	})
	t.Run("shown by no component", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"flags":32768,"components":[{"type":10,"content":"x"}]`, small)
		sc.passes(t, breach{path: "attachments", reason: "FAKE_FILE_UNSEEN"}, status, body)
	})
	t.Run("good", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t)
		status, body := post(t, sc, `"embeds":[{"image":{"url":"attachment://a.txt"}}],"attachments":[{"id":"0","description":"alt"}]`, small)
		m := sc.Messages(sc.table)
		if status != 200 || len(m) != 1 || m[0].Attachments[0].Description != "alt" || string(m[0].Attachments[0].Data) != "a" {
			t.Errorf("%d %v %+v", status, body, m)
		}
	})
}

// clicked gives an interaction by a button, whose message says "x".
func (sc scene) clicked(t testing.TB) *fakediscord.Interaction {
	t.Helper()
	status, body := sc.json(t, "POST", "/channels/"+sc.table.ID+"/messages",
		`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"l","custom_id":"c"}]}]`+none+`}`)
	if status != 200 {
		t.Fatal(status, body)
	}
	return sc.Click(t, sc.ann, sc.Messages(sc.table)[0], "l")
}

func (sc scene) callback(t testing.TB, in *fakediscord.Interaction, body string) (int, map[string]any) {
	t.Helper()
	return sc.json(t, "POST", "/interactions/"+in.ID+"/"+in.Token+"/callback", body)
}

func TestFirstAnswersThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	const hello = `"data":{"content":"x"` + none + `}`
	choices := func(s string) string { return `{"type":8,"data":{"choices":` + s + `}}` }
	modal := func(s string) string {
		return `{"type":9,"data":{"custom_id":"m","title":"t","components":[` + s + `]}}`
	}
	input := func(s string) string {
		return modal(`{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l",` + s + `}]}`)
	}
	label := func(s string) string { return modal(`{"type":18,"label":"l","component":{` + s + `}}`) }
	const i = "data.components.0.components.0"
	for _, b := range []struct {
		to string // what the person did
		breach
	}{
		{"command", breach{"nothing", `[]`, "", "MODEL_TYPE_CONVERT"}},
		{"command", breach{"data in words", `{"type":4,"data":"hello"}`, "data", "MODEL_TYPE_CONVERT"}},
		{"autocomplete", breach{"no data for choices", `{"type":8}`, "data", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"container in a modal", modal(`{"type":17}`), "data.components.0", "UNION_TYPE_CHOICES"}},
		{"command", breach{"required in words", label(`"type":4,"custom_id":"c","style":1,"required":"no"`), "data.components.0.component.required", "BOOLEAN_TYPE_CONVERT"}},
		{"command", breach{"required select in words", label(`"type":5,"custom_id":"c","required":"no"`), "data.components.0.component.required", "BOOLEAN_TYPE_CONVERT"}},
		{"command", breach{"caption in words", label(`"type":4,"custom_id":"c","style":1,"label":5`), "data.components.0.component.label", "STRING_TYPE_CONVERT"}},
		{"command", breach{"fewest boxes in words", label(`"type":22,"custom_id":"c","min_values":"2","options":[{"label":"l","value":"v"}]`), "data.components.0.component.min_values", "NUMBER_TYPE_COERCE"}},
		{"command", breach{"required in words in a row", input(`"required":"no"`), i + ".required", "BOOLEAN_TYPE_CONVERT"}},
		{"command", breach{"ticked in words", label(`"type":23,"custom_id":"c","default":"no"`), "data.components.0.component.default", "BOOLEAN_TYPE_CONVERT"}},
		{"command", breach{"more boxes than there may be", label(`"type":22,"custom_id":"c","min_values":2,"options":[{"label":"l","value":"v"}]`), "data.components.0.component.min_values", "NUMBER_TYPE_MAX"}},
		{"command", breach{"boxes in words", label(`"type":22,"custom_id":"c","max_values":"2","options":[{"label":"l","value":"v"}]`), "data.components.0.component.max_values", "NUMBER_TYPE_COERCE"}},
		{"command", breach{"no type", `{}`, "type", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"update of nothing", `{"type":7,` + hello + `}`, "type", "BASE_TYPE_CHOICES"}},
		{"command", breach{"deferred update of nothing", `{"type":6}`, "type", "BASE_TYPE_CHOICES"}},
		{"command", breach{"choices for a command", choices(`[]`), "type", "BASE_TYPE_CHOICES"}},
		{"command", breach{"unknown type", `{"type":11}`, "type", "BASE_TYPE_CHOICES"}},
		{"command", breach{"no data", `{"type":4}`, "data", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"long content", `{"type":4,"data":{"content":"` + text(2001) + `"` + none + `}}`, "data.content", "BASE_TYPE_MAX_LENGTH"}},
		{"command", breach{"flags", `{"type":5,"data":{"flags":"64"}}`, "data.flags", "NUMBER_TYPE_COERCE"}},
		{"button", breach{"choices for a button", choices(`[]`), "type", "BASE_TYPE_CHOICES"}},
		{"modal", breach{"modal for a modal", modal(``), "type", "BASE_TYPE_CHOICES"}},
		{"modal", breach{"update where there is no message", `{"type":7,` + hello + `}`, "type", "BASE_TYPE_CHOICES"}},
		{"autocomplete", breach{"message for an autocomplete", `{"type":4,` + hello + `}`, "type", "BASE_TYPE_CHOICES"}},
		{"autocomplete", breach{"no choices", `{"type":8,"data":{}}`, "data.choices", "BASE_TYPE_REQUIRED"}},
		{"autocomplete", breach{"26 choices", choices(list(26, `{"name":"n","value":"v"}`)), "data.choices", "BASE_TYPE_MAX_LENGTH"}},
		{"autocomplete", breach{"empty choice", choices(`[{"name":"","value":"v"}]`), "data.choices.0.name", "BASE_TYPE_REQUIRED"}},
		{"autocomplete", breach{"long choice", choices(`[{"name":"` + text(101) + `","value":"v"}]`), "data.choices.0.name", "BASE_TYPE_BAD_LENGTH"}},
		{"autocomplete", breach{"long value", choices(`[{"name":"n","value":"` + text(101) + `"}]`), "data.choices.0.value", "BASE_TYPE_BAD_LENGTH"}},
		{"autocomplete", breach{"empty value", choices(`[{"name":"n","value":""}]`), "data.choices.0.value", "BASE_TYPE_REQUIRED"}},
		{"autocomplete", breach{"number for a text", choices(`[{"name":"n","value":5}]`), "data.choices.0.value", "STRING_TYPE_CONVERT"}},

		{"command", breach{"modal without data", `{"type":9}`, "data", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"no fields", modal(``), "data.components", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"six fields", modal(strings.Trim(list(6, `{"type":1,"components":[{"type":4,"custom_id":"c#","style":1,"label":"l"}]}`), "[]") + ""), "data.components", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"long title", `{"type":9,"data":{"custom_id":"m","title":"` + text(46) + `","components":[{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l"}]}]}}`, "data.title", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"no custom id", `{"type":9,"data":{"title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l"}]}]}}`, "data.custom_id", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"button in a modal", modal(`{"type":1,"components":[{"type":2,"style":1,"label":"l","custom_id":"c"}]}`), i, "UNION_TYPE_CHOICES"}},
		{"command", breach{"two inputs in a row", modal(`{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l"},{"type":4,"custom_id":"d","style":1,"label":"l"}]}`), "data.components.0.components", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"input without label", modal(`{"type":1,"components":[{"type":4,"custom_id":"c","style":1}]}`), i + ".label", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"long input label", modal(`{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"` + text(46) + `"}]}`), i + ".label", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"style", input(`"style":3`), i + ".style", "BASE_TYPE_CHOICES"}},
		{"command", breach{"placeholder", input(`"placeholder":"` + text(101) + `"`), i + ".placeholder", "BASE_TYPE_MAX_LENGTH"}},
		{"command", breach{"value", input(`"value":"` + text(4001) + `"`), i + ".value", "BASE_TYPE_MAX_LENGTH"}},
		{"command", breach{"value above its own limit", input(`"max_length":3,"value":"four"`), i + ".value", "BASE_TYPE_MAX_LENGTH"}},
		{"command", breach{"min length", input(`"min_length":4001`), i + ".min_length", "NUMBER_TYPE_MAX"}},
		{"command", breach{"max length", input(`"max_length":0`), i + ".max_length", "NUMBER_TYPE_MIN"}},
		{"command", breach{"min above max", input(`"min_length":4,"max_length":3`), i + ".min_length", "NUMBER_TYPE_MAX"}},
		{"command", breach{"field twice", modal(`{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l"}]},{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":1}}`), "data.components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"}},
		{"command", breach{"label without component", modal(`{"type":18,"label":"l"}`), "data.components.0.component", "BASE_TYPE_REQUIRED"}},
		{"command", breach{"long label", modal(`{"type":18,"label":"` + text(46) + `","component":{"type":4,"custom_id":"c","style":1}}`), "data.components.0.label", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"long description of a label", modal(`{"type":18,"label":"l","description":"` + text(101) + `","component":{"type":4,"custom_id":"c","style":1}}`), "data.components.0.description", "BASE_TYPE_MAX_LENGTH"}},
		{"command", breach{"two captions", label(`"type":4,"custom_id":"c","style":1,"label":"l"`), "data.components.0.component.label", "COMPONENT_LABEL_INVALID"}},
		{"command", breach{"disabled in a modal", label(`"type":5,"custom_id":"c","disabled":true`), "data.components.0.component.disabled", "COMPONENT_DISABLED_INVALID"}},
		{"command", breach{"none of a required one", label(`"type":5,"custom_id":"c","min_values":0`), "data.components.0.component.min_values", "NUMBER_TYPE_MIN"}},
		{"command", breach{"11 uploads", label(`"type":19,"custom_id":"c","max_values":11`), "data.components.0.component.max_values", "NUMBER_TYPE_MAX"}},
		{"command", breach{"one radio button", label(`"type":21,"custom_id":"c","options":[{"label":"l","value":"v"}]`), "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"}},
		{"command", breach{"11 boxes", label(`"type":22,"custom_id":"c","options":` + list(11, `{"label":"l","value":"v#"}`)), "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"}},
	} {
		t.Run(b.to+" "+b.name, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			sc.idle(t)
			in := sc.done(t, b.to)
			status, body := sc.callback(t, in, dedupe(b.body))
			sc.refuses(t, b.breach, status, body)
			if b.to == "command" {
				if status, body := sc.callback(t, in, `{"type":5}`); status != 204 {
					t.Errorf("what is refused is no answer, so that there may be another: %d %v", status, body)
				}
			}
		})
	}
}

// dedupe keeps the last of two members of one name, as a JSON decoder does.
func dedupe(body string) string {
	var v any
	if json.Unmarshal([]byte(body), &v) != nil {
		return body
	}
	out, _ := json.Marshal(v)
	return string(out)
}

// done has the person do something of that kind.
func (sc scene) done(t testing.TB, kind string) *fakediscord.Interaction {
	t.Helper()
	switch kind {
	case "button":
		return sc.clicked(t)
	case "autocomplete":
		sc.start(t)
		return sc.Autocomplete(t, fakediscord.Invocation{By: sc.ann, In: sc.table, Command: "act"}, "card")
	case "modal":
		in := sc.start(t)
		sc.callback(t, in, `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"l"}]}]}}`)
		return sc.SubmitModal(t, in.Modal(t), map[string]any{"c": "x"})
	}
	return sc.start(t)
}

func TestGoodFirstAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ to, body string }{
		{"command", `{"type":5}`},
		{"button", `{"type":6}`},
		{"button", `{"type":7,"data":{"content":"y"` + none + `}}`},
		{"button", `{"type":4,"data":{"content":"y","flags":64` + none + `}}`},
		{"modal", `{"type":5,"data":{"flags":64}}`},
		{"autocomplete", `{"type":8,"data":{"choices":[]}}`},
		{"button", `{"type":9,"data":{"custom_id":"m","title":"t","components":[
			{"type":10,"content":"text"},
			{"type":18,"label":"l","component":{"type":3,"custom_id":"a","required":false,"min_values":0,"options":[{"label":"l","value":"v"}]}},
			{"type":18,"label":"l","component":{"type":21,"custom_id":"b","options":[{"label":"l","value":"v"},{"label":"m","value":"w"}]}},
			{"type":18,"label":"l","component":{"type":22,"custom_id":"c","options":[{"label":"l","value":"v"}]}},
			{"type":18,"label":"l","component":{"type":23,"custom_id":"d","default":true}}]}}`},
	} {
		t.Run(c.to+" "+c.body[:10], func(t *testing.T) {
			t.Parallel()
			sc := newScene(t)
			sc.idle(t)
			if status, body := sc.callback(t, sc.done(t, c.to), c.body); status != 204 {
				t.Errorf("%d %v", status, body)
			}
		})
	}
}

func TestVisibilityIsFixedByTheDefer(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.start(t)
	hook := "/webhooks/" + sc.AppID + "/" + in.Token
	sc.callback(t, in, `{"type":5}`)
	status, body := sc.json(t, "PATCH", hook+"/messages/@original", `{"content":"x","flags":64`+none+`}`)
	sc.passes(t, breach{path: "flags", reason: "FAKE_VISIBILITY_FIXED"}, status, body)
	if m := in.Message(t); m.For != "" || m.Flags != 0 {
		t.Errorf("%+v", m)
	}
	again := sc.start(t)
	status, body = sc.callback(t, again, `{"type":5,"data":{"flags":32832}}`)
	sc.passes(t, breach{path: "data.flags", reason: "FAKE_FLAG_IGNORED"}, status, body)
	hook = "/webhooks/" + sc.AppID + "/" + again.Token
	status, body = sc.json(t, "POST", hook, `{"content":"public?"`+none+`}`)
	sc.passes(t, breach{reason: "FAKE_FOLLOWUP_EDITS_DEFERRED"}, status, body)
	m := again.Message(t)
	fourth := sc.start(t)
	status, body = sc.callback(t, fourth, `{"type":5,"data":{"content":"too early"}}`)
	sc.passes(t, breach{path: "data.content", reason: "FAKE_CONTENT_IGNORED"}, status, body)
	if m.For != sc.ann.ID || m.Content != "public?" || m.Flags != fakediscord.Ephemeral {
		t.Errorf("%+v", m)
	}
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		status, body := sc.json(t, method, "/channels/"+sc.table.ID+"/messages/"+m.ID, `{"content":"x"`+none+`}`)
		if v := sc.Violations(); status != 404 || body["code"] != 10008.0 || len(v) != 1 {
			t.Errorf("a private message is reached by its token alone: %d %v %v", status, body, v)
		}
	}
	third := sc.start(t)
	sc.callback(t, third, `{"type":5}`)
	status, body = sc.json(t, "PATCH", "/webhooks/"+sc.AppID+"/"+third.Token+"/messages/"+m.ID, `{"content":"x"`+none+`}`)
	if v := sc.Violations(); status != 404 || body["code"] != 10008.0 || len(v) != 1 {
		t.Errorf("by the token of another interaction: %d %v %v", status, body, v)
	}
}

func TestComponentsAloneCannotBeTakenBack(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.start(t)
	original := "/webhooks/" + sc.AppID + "/" + in.Token + "/messages/@original"
	sc.callback(t, in, `{"type":4,"data":{"content":"old"`+none+`}}`)
	const block = `"flags":32768,"components":[{"type":10,"content":"new"}]`
	status, body := sc.json(t, "PATCH", original, `{`+block+none+`}`)
	sc.refuses(t, breach{path: "content", reason: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}, status, body)
	if status, body = sc.json(t, "PATCH", original, `{"content":null,`+block+none+`}`); status != 200 {
		t.Errorf("%d %v", status, body)
	}
	status, body = sc.json(t, "PATCH", original, `{"content":"old","flags":0`+none+`}`)
	sc.refuses(t, breach{path: "content", reason: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}, status, body)
	status, body = sc.json(t, "PATCH", original, `{"components":[{"type":10,"content":"newer"}]`+none+`}`)
	sc.refuses(t, breach{path: "components.0", reason: "UNION_TYPE_CHOICES"}, status, body)
	if m := in.Message(t); m.Text() != "new" || m.Content != "" {
		t.Errorf("%+v", m)
	}
}

func TestEditsKeepWhatTheyDoNotName(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.start(t)
	hook := "/webhooks/" + sc.AppID + "/" + in.Token
	file := func(name string) fakediscord.File {
		return fakediscord.File{Name: name, ContentType: "text/plain", Data: []byte(name)}
	}
	status, body := sc.multipart(t, "POST", "/interactions/"+in.ID+"/"+in.Token+"/callback",
		`{"type":4,"data":{"content":"one","embeds":[{"title":"t"}]`+none+`}}`, file("a.txt"))
	if status != 204 {
		t.Fatal(status, body)
	}
	status, body = sc.multipart(t, "PATCH", hook+"/messages/@original", `{"content":"two"`+none+`}`, file("b.txt"))
	m := in.Message(t)
	if status != 200 || m.Content != "two" || len(m.Embeds) != 1 || len(m.Attachments) != 2 {
		t.Errorf("%d %v %+v", status, body, m)
	}
	keep := fmt.Sprintf(`{"embeds":[],"attachments":[{"id":%q,"description":"kept"}]%s}`, m.Attachments[1].ID, none)
	status, body = sc.json(t, "PATCH", hook+"/messages/@original", keep)
	m, _ = sc.Latest(m)
	if status != 200 || m.Text() != "two\nb.txt\nkept\nb.txt" || len(m.Embeds) != 0 {
		t.Errorf("%d %v %+v", status, body, m)
	}
	status, body = sc.json(t, "PATCH", hook+"/messages/@original", `{"content":"","attachments":[]`+none+`}`)
	if v := sc.Violations(); status != 400 || body["code"] != 50006.0 || len(v) != 1 {
		t.Errorf("nothing is left of it: %d %v %v", status, body, v)
	}
	if status, body = sc.json(t, "GET", hook+"/messages/@original", ""); status != 200 || body["content"] != "two" {
		t.Errorf("%d %v", status, body)
	}
	status, body = sc.json(t, "POST", hook, `{"content":"more","flags":64`+none+`}`)
	id, _ := body["id"].(string)
	if f := in.Followups(t, 1); status != 200 || f[0].For != sc.ann.ID {
		t.Errorf("%d %v", status, body)
	}
	if status, _ = sc.json(t, "PATCH", hook+"/messages/"+id, `{"content":"less"`+none+`}`); status != 200 || in.Followups(t, 1)[0].Content != "less" {
		t.Error(status)
	}
	if status, _ = sc.json(t, "DELETE", hook+"/messages/"+id, ""); status != 204 {
		t.Error(status)
	}
}

func TestOldVersionsOfTheInterfaceAreGone(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	client := &http.Client{Transport: sc.Transport()}
	for path, status := range map[string]int{"/api/v10/gateway": 200, "/api/v8/gateway": 404, "/gateways": 404} {
		req, err := http.NewRequest("GET", "https://discord.com"+path, nil)
		must(t, err)
		req.Header.Set("User-Agent", "DiscordBot (x, 1)")
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if v := sc.Violations(); len(v) != 2 {
		t.Errorf("%v", v)
	}
}

func TestUpdateOfADeletedMessage(t *testing.T) {
	t.Parallel()
	sc := newScene(t)
	sc.idle(t)
	in := sc.clicked(t)
	sc.json(t, "DELETE", "/channels/"+sc.table.ID+"/messages/"+sc.Messages(sc.table)[0].ID, "")
	status, body := sc.callback(t, in, `{"type":7,"data":{"content":"y"`+none+`}}`)
	if v := sc.Violations(); status != 404 || body["code"] != 10008.0 || len(v) != 1 {
		t.Errorf("%d %v %v", status, body, v)
	}
}
