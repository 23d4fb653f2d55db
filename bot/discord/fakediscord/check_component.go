package fakediscord

import (
	"slices"
	"strings"
)

// Types of components.
const (
	typeRow            = 1
	typeButton         = 2
	typeStringSelect   = 3
	typeTextInput      = 4
	typeUserSelect     = 5
	typeRoleSelect     = 6
	typeMentionSelect  = 7
	typeChannelSelect  = 8
	typeSection        = 9
	typeTextDisplay    = 10
	typeThumbnail      = 11
	typeGallery        = 12
	typeFile           = 13
	typeSeparator      = 14
	typeContainer      = 17
	typeLabel          = 18
	typeUpload         = 19
	typeRadio          = 21
	typeCheckboxGroup  = 22
	typeCheckbox       = 23
	styleLink          = 5
	stylePremium       = 6
	maxComponents      = 40
	maxDisplayableText = 4000
)

// components checks those of one message or modal.
type components struct {
	files   map[string]bool // the names of the message's files
	ids     map[string]bool // custom ids so far
	numbers map[int64]bool  // ids so far
	count   int
	text    int // characters on show, of a message of components alone
	modal   bool
}

// message checks the components of a message; v2 tells that it consists of nothing else.
func (k *components) message(f form, v2 bool) {
	if !v2 {
		for _, one := range f.list(0, 5) {
			if one.kind(typeRow) != 0 {
				k.row(one)
			}
		}
		return
	}
	for _, one := range f.list(0, 1<<10) {
		k.block(one, typeRow, typeSection, typeTextDisplay, typeGallery, typeFile, typeSeparator, typeContainer)
	}
	if k.count > maxComponents {
		f.fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Total number of components exceeds maximum of %d", maxComponents)
	}
	if k.text > maxDisplayableText {
		f.fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Components displayable text size exceeds maximum size of %d", maxDisplayableText)
	}
}

// enter counts a component and checks that its id is its own.
func (k *components) enter(f form) {
	k.count++
	id, ok := f.field("id").integer(0, 1<<31-1)
	if ok && id != 0 && k.numbers[id] {
		f.field("id").fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	k.numbers[id] = true
}

// customID checks the name by which the bot is told of a component.
func (k *components) customID(f form) {
	id := f.field("custom_id")
	text := id.text(1, 100)
	if text != "" && k.ids[text] {
		id.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	k.ids[text] = true
}

// block checks a component of the new kind that stands by itself or in a container.
func (k *components) block(f form, of ...int) {
	kind := f.kind(of...)
	switch kind {
	case 0:
		return
	case typeRow:
		k.row(f)
		return
	case typeTextDisplay:
		k.display(f)
		return
	}
	k.enter(f)
	switch kind {
	case typeSection:
		k.section(f)
	case typeGallery:
		for _, item := range f.field("items").list(1, 10) {
			if item.object() {
				k.media(item.field("media"), "http", "https", "attachment")
				item.field("description").text(0, 1024)
				item.field("spoiler").truth()
			}
		}
	case typeFile:
		k.media(f.field("file"), "attachment")
	case typeSeparator:
		if s := f.field("spacing"); !s.absent() {
			s.choice(1, 2)
		}
		f.field("divider").truth()
	case typeContainer:
		f.field("accent_color").integer(0, 0xFFFFFF)
		for _, one := range f.field("components").list(1, 1<<10) {
			k.block(one, typeRow, typeSection, typeTextDisplay, typeGallery, typeFile, typeSeparator)
		}
	}
}

func (k *components) display(f form) {
	k.enter(f)
	k.text += runes(f.field("content").text(1, maxDisplayableText))
}

func (k *components) section(f form) {
	for _, one := range f.field("components").list(1, 3) {
		if one.kind(typeTextDisplay) != 0 {
			k.display(one)
		}
	}
	accessory := f.field("accessory")
	switch accessory.kind(typeButton, typeThumbnail) {
	case typeButton:
		k.button(accessory)
	case typeThumbnail:
		k.enter(accessory)
		k.media(accessory.field("media"), "http", "https", "attachment")
		accessory.field("description").text(0, 1024)
	}
}

func (k *components) media(f form, schemes ...string) {
	if f.object() {
		f.field("url").text(1, 2048)
		checkURL(f.field("url"), k.files, schemes...)
	}
}

var selects = []int{typeStringSelect, typeUserSelect, typeRoleSelect, typeMentionSelect, typeChannelSelect}

// row checks an action row of a message: up to five buttons, or one select.
func (k *components) row(f form) {
	k.enter(f)
	width := 0
	list := f.field("components").list(1, 5)
	for _, one := range list {
		kind := one.kind(append([]int{typeButton}, selects...)...)
		switch {
		case kind == 0:
			continue
		case kind == typeButton:
			width++
			k.button(one)
		default:
			width += 5
			k.choose(one, kind)
		}
		if width > 5 && len(list) <= 5 {
			one.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

func (k *components) button(f form) {
	k.enter(f)
	style := f.field("style").choice(1, 2, 3, 4, styleLink, stylePremium)
	label := strings.TrimSpace(f.field("label").text(0, 80))
	emoji := f.field("emoji")
	checkEmoji(emoji)
	f.field("disabled").truth()
	url, _ := f.field("url").value.(string)
	id, _ := f.field("custom_id").value.(string)
	sku, _ := f.field("sku_id").value.(string)
	switch {
	case style == stylePremium:
		if sku == "" || id != "" || url != "" || label != "" || !emoji.absent() {
			f.fail("BUTTON_COMPONENT_SKU_ID_REQUIRED", "A premium button has a SKU id and nothing else")
		}
		return
	case url != "" && id != "":
		f.fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	case style == styleLink && url == "":
		f.field("url").fail("BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
	case style == styleLink:
		f.field("url").text(1, 512)
		checkURL(f.field("url"), nil, "http", "https", "discord")
	case id == "":
		f.field("custom_id").fail("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
	default:
		k.customID(f)
	}
	if label == "" && emoji.absent() {
		f.field("label").fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
	}
}

// checkEmoji checks an emoji, if there is one.
func checkEmoji(f form) {
	if f.absent() || !f.object() {
		return
	}
	name, _ := f.field("name").value.(string)
	id, _ := f.field("id").value.(string)
	if id != "" && strings.Trim(id, "0123456789") == "" || id == "" && isEmoji(name) {
		return
	}
	f.field("name").fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
}

// choose checks a select of that type.
func (k *components) choose(f form, kind int) {
	k.enter(f)
	k.customID(f)
	f.field("placeholder").text(0, 150)
	f.field("disabled").truth()
	low, high := k.range25(f, 25)
	if kind != typeStringSelect {
		checkDefaults(f.field("default_values"), kind, low, high)
		for _, one := range f.field("channel_types").list(0, 100) {
			one.choice(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
		}
		return
	}
	k.options(f.field("options"), max(1, high), 25, high)
}

// range25 gives how many values a select asks for at least and at most; most is the highest that Discord takes.
func (k *components) range25(f form, most int64) (low, high int) {
	low, high = 1, 1
	if n, ok := f.field("min_values").integer(0, most); ok {
		low = int(n)
	}
	if n, ok := f.field("max_values").integer(1, most); ok {
		high = int(n)
	}
	if k.modal && low == 0 && f.field("required").value != false {
		f.field("min_values").fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
	}
	if low > high {
		f.field("min_values").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	return low, high
}

// options checks the lines of a select: from low to high of them, no more than chosen of them chosen beforehand.
func (k *components) options(f form, low, high, chosen int) {
	values := map[string]bool{}
	defaults := 0
	for _, one := range f.list(low, high) {
		if !one.object() {
			continue
		}
		one.field("label").text(1, 100)
		one.field("description").text(0, 100)
		checkEmoji(one.field("emoji"))
		if one.field("default").truth() {
			defaults++
		}
		value := one.field("value").text(1, 100)
		if values[value] {
			one.fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[value] = true
	}
	if defaults > chosen {
		f.fail("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "The specified number of default values exceeds the specified maximum values")
	}
}

// checkDefaults checks what a select of users, roles or channels shows as chosen.
func checkDefaults(f form, kind, low, high int) {
	if list, ok := f.value.([]any); f.absent() || ok && len(list) == 0 {
		return
	}
	kinds := map[int][]string{
		typeUserSelect: {"user"}, typeRoleSelect: {"role"}, typeMentionSelect: {"user", "role"}, typeChannelSelect: {"channel"},
	}[kind]
	for _, one := range f.list(low, high) {
		word, _ := one.field("type").value.(string)
		if !slices.Contains(kinds, word) {
			one.field("type").fail("BASE_TYPE_CHOICES", "Value must be one of ('%s').", strings.Join(kinds, "', '"))
		}
		one.field("id").text(1, 20)
	}
}
