package fakediscord

// checkModal checks what an answer of type 9 opens.
func checkModal(f form) {
	if !f.object() {
		return
	}
	f.field("custom_id").text(1, 100)
	f.field("title").text(1, 45)
	k := &components{ids: map[string]bool{}, numbers: map[int64]bool{}, modal: true}
	for _, one := range f.field("components").list(1, 5) {
		switch one.kind(typeRow, typeTextDisplay, typeLabel) {
		case typeRow:
			k.enter(one)
			for _, input := range one.field("components").list(1, 1) {
				if input.kind(typeTextInput) != 0 {
					input.field("label").text(1, 45)
					k.input(input)
				}
			}
		case typeTextDisplay:
			k.display(one)
		case typeLabel:
			k.label(one)
		}
	}
}

// label checks a component with its caption.
func (k *components) label(f form) {
	k.enter(f)
	f.field("label").text(1, 45)
	f.field("description").text(0, 100)
	inner := f.field("component")
	kind := inner.kind(append([]int{typeTextInput, typeUpload, typeRadio, typeCheckboxGroup, typeCheckbox}, selects...)...)
	if inner.field("disabled").value == true {
		inner.field("disabled").fail("COMPONENT_DISABLED_INVALID", "A modal cannot have disabled components")
	}
	if kind != typeTextInput {
		inner.field("required").truth()
	}
	switch kind {
	case 0:
	case typeTextInput:
		if inner.field("label").text(0, 45) != "" {
			inner.field("label").fail("COMPONENT_LABEL_INVALID", "The caption of this text input is that of its label")
		}
		k.input(inner)
	case typeUpload:
		k.enter(inner)
		k.customID(inner)
		k.range25(inner, 10)
	case typeRadio:
		k.enter(inner)
		k.customID(inner)
		k.options(inner.field("options"), 2, 10, 1)
	case typeCheckboxGroup:
		k.enter(inner)
		k.customID(inner)
		k.group(inner)
	case typeCheckbox:
		k.enter(inner)
		k.customID(inner)
		inner.field("default").truth()
	default:
		k.choose(inner, kind)
	}
}

// group checks boxes of which any number may be ticked: all of them, where nothing else is said.
func (k *components) group(f form) {
	list, _ := f.field("options").value.([]any)
	high := len(list)
	if n, ok := f.field("max_values").integer(1, 10); ok {
		high = int(n)
	}
	if n, ok := f.field("min_values").integer(0, 10); ok && int(n) > high {
		f.field("min_values").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	k.options(f.field("options"), 1, 10, high)
}

// input checks a text input.
func (k *components) input(f form) {
	k.enter(f)
	k.customID(f)
	f.field("style").choice(1, 2)
	f.field("placeholder").text(0, 100)
	f.field("required").truth()
	low, high := int64(0), int64(4000)
	if n, ok := f.field("min_length").integer(0, 4000); ok {
		low = n
	}
	if n, ok := f.field("max_length").integer(1, 4000); ok {
		high = n
	}
	if low > high {
		f.field("min_length").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	if value := f.field("value"); !value.absent() && value.value != "" {
		value.text(int(min(low, high)), int(high))
	}
}
