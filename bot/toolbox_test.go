package bot_test

import (
	"os"
	"regexp"
	"testing"

	"skald/table"
)

var becomes = regexp.MustCompile(`(?m)^#table From now on (\S+) is (\S+)\.$`)

// R16 and the options of R4.5 to R14.6: in the transcript of a session with every option on, each option that there is
// has a value that is not its usual one.
func TestToolboxTranscriptHasEveryOptionOn(t *testing.T) {
	data, err := os.ReadFile("testdata/toolbox.txt")
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]string{}
	for _, m := range becomes.FindAllStringSubmatch(string(data), -1) {
		set[m[1]] = m[2]
	}
	for _, o := range table.Options() {
		switch v, ok := set[o.Name]; {
		case !ok:
			t.Errorf("%s (%s) is not set in the transcript", o.Name, o.Rule)
		case v == o.Default:
			t.Errorf("%s (%s) is %s, as usual", o.Name, o.Rule, v)
		}
	}
}
