package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// writeYAML writes a value as YAML with the names and the order that its JSON has.
func writeYAML(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var node yaml.Node
	if err := yaml.Unmarshal(raw, &node); err != nil {
		return nil, err
	}
	block(&node)
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	err = enc.Encode(&node)
	return b.Bytes(), err
}

// block turns JSON's style into YAML's.
func block(n *yaml.Node) {
	n.Style = 0
	for _, c := range n.Content {
		block(c)
	}
}

// readYAML reads what writeYAML wrote, or JSON; unknown names, aliases and files over most bytes are refused.
func readYAML(what string, data []byte, most int, into any) error {
	var loose any
	if err := decodeYAML(what, data, most, &loose); err != nil {
		return err
	}
	raw, err := json.Marshal(loose)
	if err != nil {
		return badYAML(what, err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return badYAML(what, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "json: ")))
	}
	return nil
}
