package fakediscord

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

var locales = strings.Fields(`id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th
	zh-CN ja zh-TW ko`)

// checkCommands checks the list of a bulk overwrite.
func (s *Server) checkCommands(c *call) *reply {
	if c.form.absent() {
		c.form.required()
	}
	list := c.form.list(0, 1<<10)
	seen := map[string]bool{}
	count := map[int]int{}
	for _, f := range list {
		kind := checkCommand(f)
		count[kind]++
		name, _ := f.field("name").value.(string)
		key := tuple([]int{kind}) + name
		if seen[key] {
			f.fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	if c.bad() {
		out := s.reject(c)
		return &out
	}
	if count[1] > 100 || count[2] > 15 || count[3] > 15 {
		out := s.refuse(c, http.StatusBadRequest, 30032, "Maximum number of application commands reached (100)")
		return &out
	}
	return nil
}

// checkCommand gives the command's type.
func checkCommand(f form) int {
	if !f.object() {
		return 0
	}
	kind := 1
	if !f.field("type").absent() {
		kind = f.field("type").choice(1, 2, 3)
	}
	size := 0
	switch kind {
	case 1:
		size = checkNaming(f) + checkOptions(f.field("options"), 0)
	case 2, 3:
		checkMenuCommand(f)
	}
	if size > 8000 {
		f.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	checkPermissions(f.field("default_member_permissions"))
	checkSet(f.field("contexts"), 0, 1, 2)
	checkSet(f.field("integration_types"), 0, 1)
	f.field("dm_permission").truth()
	f.field("nsfw").truth()
	return kind
}

// checkMenuCommand is for commands of the menus on users and messages: a name alone.
func checkMenuCommand(f form) {
	f.field("name").text(1, 32)
	if !f.field("description").empty() {
		f.field("description").fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_FORBIDDEN", "Context menu commands cannot have description")
	}
	if !f.field("options").empty() {
		f.field("options").fail("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_FORBIDDEN", "Context menu commands cannot have options")
	}
}

func checkPermissions(f form) {
	if f.absent() {
		return
	}
	digits, ok := f.value.(string)
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		f.fail("NUMBER_TYPE_COERCE", "Value %q is not a permission set in digits.", f.value)
	}
}

// checkSet is for a list of whole numbers without repetition; null is none.
func checkSet(f form, of ...int) {
	if f.absent() {
		return
	}
	var seen []int
	for _, one := range f.list(1, len(of)) {
		n := one.choice(of...)
		if slices.Contains(seen, n) {
			one.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		seen = append(seen, n)
	}
}

// checkNaming checks name and description, and gives their size with the longest translation of each.
func checkNaming(f form) int {
	checkName(f.field("name"))
	f.field("description").text(1, 100)
	size := checkTranslations(f, "name", checkName) + checkTranslations(f, "description", func(f form) { f.text(1, 100) })
	return size
}

func checkName(f form) {
	notes := len(*f.notes)
	name := f.text(1, 32)
	if len(*f.notes) > notes {
		return
	}
	lower := strings.IndexFunc(name, func(r rune) bool { return unicode.ToLower(r) != r }) < 0
	if !lower || !commandName.MatchString(name) {
		f.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// checkTranslations checks the field's translations and gives the length of the longest, the original included.
func checkTranslations(f form, field string, check func(form)) int {
	original, _ := f.field(field).value.(string)
	size := utf8.RuneCountInString(original)
	translations := f.field(field + "_localizations")
	if translations.absent() || !translations.object() {
		return size
	}
	for _, locale := range sortedKeys(translations) {
		one := translations.field(locale)
		if !slices.Contains(locales, locale) {
			one.fail("BASE_TYPE_CHOICES", "Value must be one of (%s).", strings.Join(locales, ", "))
			continue
		}
		if one.absent() {
			continue
		}
		check(one)
		text, _ := one.value.(string)
		size = max(size, utf8.RuneCountInString(text))
	}
	return size
}

// checkOptions checks the options of a command (depth 0), a group (1) or a subcommand (2), and gives their size.
func checkOptions(f form, depth int) int {
	size := 0
	var names []string
	subs, optional := 0, false
	list := f.list(0, 25)
	for _, one := range list {
		kind := one.kind(optionTypes(depth)...)
		if kind == 0 {
			continue
		}
		size += checkOption(one, kind)
		name, _ := one.field("name").value.(string)
		if slices.Contains(names, name) {
			one.fail("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name %s is already used in these options", name)
		}
		names = append(names, name)
		if kind <= typeGroup {
			subs++
			continue
		}
		if required := one.field("required").truth(); !required {
			optional = true
		} else if optional {
			one.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
	}
	if subs > 0 && subs < len(list) {
		f.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	return size
}

func optionTypes(depth int) []int {
	parameters := []int{3, 4, 5, 6, 7, 8, 9, 10, 11}
	switch depth {
	case 0:
		return append([]int{typeSubcommand, typeGroup}, parameters...)
	case 1:
		return []int{typeSubcommand}
	}
	return parameters
}

// checkOption checks one option of that type and gives its size, that of what it holds included.
func checkOption(f form, kind int) int {
	size := checkNaming(f)
	numeric := kind == typeInteger || kind == typeNumber
	switch kind {
	case typeSubcommand:
		size += checkOptions(f.field("options"), 2)
	case typeGroup:
		size += checkOptions(f.field("options"), 1)
	case typeString, typeInteger, typeNumber:
		size += checkChoices(f, kind)
	}
	stray(f, kind > typeGroup, "options")
	stray(f, kind != typeString && !numeric, "choices", "autocomplete")
	stray(f, !numeric, "min_value", "max_value")
	stray(f, kind != typeString, "min_length", "max_length")
	stray(f, kind != typeChannel, "channel_types")
	if numeric {
		checkRange(number(f.field("min_value"), kind), number(f.field("max_value"), kind), f.field("max_value"))
	}
	if kind == typeString {
		checkRange(integer(f.field("min_length"), 0, 6000), integer(f.field("max_length"), 1, 6000), f.field("max_length"))
	}
	if kind == typeChannel {
		for _, one := range f.field("channel_types").list(0, 100) {
			one.choice(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
		}
	}
	return size
}

// stray notes fields that an option of this type cannot have. Empty values are harmless.
func stray(f form, wrong bool, fields ...string) {
	for _, name := range fields {
		if one := f.field(name); wrong && !one.empty() {
			one.fail("APPLICATION_COMMAND_OPTION_FIELD_INVALID", "An option of this type has no such field")
		}
	}
}

// checkRange compares two numbers, either of which may be missing.
func checkRange(low, high *float64, at form) {
	if low != nil && high != nil && *low > *high {
		at.fail("NUMBER_TYPE_MIN", "the maximum value should be greater than or equal to %v.", *low)
	}
}

func number(f form, kind int) *float64 {
	if kind == typeInteger {
		return integer(f, -1<<53, 1<<53)
	}
	if n, ok := f.decimal(); ok {
		return &n
	}
	return nil
}

func integer(f form, low, high int64) *float64 {
	if n, ok := f.integer(low, high); ok {
		return new(float64(n))
	}
	return nil
}

// checkChoices checks the choices of an option and gives their size.
func checkChoices(f form, kind int) int {
	list := f.field("choices").list(0, 25)
	if f.field("autocomplete").truth() && len(list) > 0 {
		f.field("autocomplete").fail("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", "autocomplete may not be set to true if choices are present")
	}
	size := 0
	var names []string
	for _, one := range list {
		size += checkChoice(one, kind)
		name, _ := one.field("name").value.(string)
		if slices.Contains(names, name) {
			one.fail("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		}
		names = append(names, name)
	}
	return size
}

// checkChoice checks a choice of an option of that type and gives its size.
func checkChoice(f form, kind int) int {
	if !f.object() {
		return 0
	}
	f.field("name").text(1, 100)
	size := checkTranslations(f, "name", func(f form) { f.text(1, 100) })
	v := f.field("value")
	if v.absent() {
		v.required()
		return size
	}
	if kind != typeString {
		number(v, kind)
		return size
	}
	return size + utf8.RuneCountInString(v.text(1, 100))
}

func sortedKeys(f form) []string {
	o, _ := f.value.(map[string]any)
	keys := make([]string, 0, len(o))
	for key := range o {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, cmp.Compare[string])
	return keys
}
