package discord

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// library is where discordgo's own messages go. Its logger is one for the process, so that this is too.
var library atomic.Pointer[slog.Logger]

func init() { discordgo.Logger = relay }

// relay logs what discordgo says. What carries payloads (tokens, what players typed) is left out, whatever the
// level.
func relay(level, _ int, format string, args ...any) {
	log := library.Load()
	if log == nil || strings.Contains(format, "%#v") || strings.Contains(format, "Data:") {
		return
	}
	to := slog.LevelDebug
	if level <= discordgo.LogWarning {
		to = slog.LevelWarn
	}
	text := strings.TrimSpace(fmt.Sprintf(format, args...))
	log.Log(context.Background(), to, "discordgo: "+text)
}
