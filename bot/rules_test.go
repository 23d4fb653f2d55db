package bot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unreached are refusals of the campaign's rules that no command can bring about, or only with a thousand
// realms; the package's own tests do.
var unreached = []string{
	"Mercenaries and Legendary units were decided when the campaign began and stay so to its end.",
	"The campaign needs a name.", // the bot asks first
	"The campaign has had %d realms, and there is room for no more.",
	"%s has lost no Legendary warlord of that name.",             // Revive is no command
	"A realm has missed from 0 to %d sessions.",                  // nor is this figure
	"A realm has from 0 to %d strongholds of each size.",         // the option's bounds come first
	"Victory points go from %d to %d.",                           // likewise
	"A battle ends with attacker, defender or draw; choose one.", // the option's choices
	"There is no stronghold of that name; choose Tower, Fortress or Castle.",
	"Name the scenario to be played.", // the option is required
	"The realm needs a name.",
	"%s fights as %s for the whole campaign.",                                                   // a faction is named once, with /realm join
	"%s was slain in the service of %s before; name another or none.",                           // who is slain leads no more
	"The %s has bytes that are no letters; please type it anew.",                                // the console and Discord send letters
	"The %s has characters that cannot be seen; please type it with letters, digits and signs.", // the bot asks first
	"The %s has %d characters; %d is the most, please shorten it.",                              // likewise
	"The campaign %s has ended; start a new one to play on.",                                    // an ended one is no longer found
}

// TestEachRefusalOfTheCampaignOccurs reads the sentences of the package realm and looks for each in a
// transcript or a scene.
func TestEachRefusalOfTheCampaignOccurs(t *testing.T) {
	var said []string
	for _, path := range allTranscripts(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, refusals(string(data))...)
	}
	files, err := filepath.Glob("../realm/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no package realm:", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, format := range calls(t, file, "refuse") {
			if !slices.Contains(unreached, format) && !slices.ContainsFunc(said, sentence(format).MatchString) {
				t.Errorf("%s: no transcript has %q", file, format)
			}
		}
	}
}

// calls lists the second arguments of a function's calls in a file.
func calls(t *testing.T, path, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 {
			return true
		}
		if fun, ok := call.Fun.(*ast.Ident); !ok || fun.Name != name {
			return true
		}
		if lit, ok := call.Args[1].(*ast.BasicLit); ok {
			format, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats = append(formats, format)
		}
		return true
	})
	return formats
}
