package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"skald/knights"
)

// readLands reads a group's own lands from YAML or JSON. The refusal lists all that is wrong with the file, line by line (K3a).
func readLands(data []byte) ([]knights.Land, error) {
	r := &landReader{reader: reader{what: "lands file (K3a)"}, lines: map[string]int{}}
	root, err := r.parse(data, knights.MostBytes)
	if err != nil {
		return nil, err
	}
	file := r.value(root, "", 0)
	if err := r.err(); err != nil {
		return nil, err
	}
	lands, err := knights.ReadLands(file)
	var wrong knights.Problems
	if errors.As(err, &wrong) {
		for _, p := range wrong {
			at, line := p.At, r.lines[p.At]
			if _, known := r.lines[at]; !known {
				at, line = "The file", root.Line
			}
			if p.Key != "" {
				line = r.lines[strings.TrimPrefix(p.At+"."+p.Key, "the file.")]
			}
			r.problem(line, "%s %s", at, p.Text)
		}
		return nil, r.err()
	}
	return lands, err
}

// deepest is beyond how many lists and mappings around a value nothing is read; the lands need seven.
const deepest = 12

type landReader struct {
	reader
	lines map[string]int // where each value stands, by its place: "lands[0].name.en"
}

// value makes of a node what [knights.ReadLands] reads; a name that stands twice is a problem.
func (r *landReader) value(n *yaml.Node, at string, depth int) any {
	if depth > deepest {
		r.problem(n.Line, "This stands in too many brackets")
		return nil
	}
	r.lines[at] = n.Line
	switch n.Kind {
	case yaml.MappingNode:
		object := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, place := n.Content[i], strings.TrimPrefix(at+"."+n.Content[i].Value, ".")
			_, twice := object[key.Value]
			switch {
			case key.Kind != yaml.ScalarNode:
				r.problem(key.Line, "A name here is no word")
			case twice:
				r.problem(key.Line, "%q stands twice here", short(key.Value, 40))
			default:
				object[key.Value] = r.value(n.Content[i+1], place, depth+1)
			}
		}
		return object
	case yaml.SequenceNode:
		list := []any{}
		for i, item := range n.Content {
			list = append(list, r.value(item, fmt.Sprintf("%s[%d]", at, i), depth+1))
		}
		return list
	}
	return scalar(n)
}

func scalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		return json.Number(n.Value)
	}
	return n.Value
}
