package main

import (
	"os"
	"strings"
	"testing"

	"skald/bot"
)

func TestReadmeNamesEveryCommand(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range bot.All() {
		if !c.Hidden && !strings.Contains(string(readme), "`/"+c.Name+"`") {
			t.Errorf("README does not name /%s", c.Name)
		}
	}
}
