package main

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"log/slog"
	"math/big"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"skald/bot"
	"skald/fate"
	"skald/store"
)

// newHub is the bot over the files of a folder, with luck that nobody can foresee.
func newHub(dir *store.Dir, log *slog.Logger) *bot.Hub {
	return &bot.Hub{
		Journal: func(server string) (bot.Journal, error) { return dir.Server(server), nil },
		Seed:    secretSeed,
		Luck:    secretNumber,
		Now:     time.Now,
		Log:     log,
		Code:    faultCode,
	}
}

func secretSeed() (s fate.Seed) {
	rand.Read(s[:])
	return s
}

func secretNumber(n int) int {
	v, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // the system's source of randomness never fails
	}
	return int(v.Int64())
}

func faultCode() string {
	var b [5]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

// repeatable makes all luck of a hub follow from one number.
func repeatable(hub *bot.Hub, number uint64) {
	var seed [32]byte
	binary.BigEndian.PutUint64(seed[:], number)
	source := mathrand.New(mathrand.NewChaCha8(seed))
	var mu sync.Mutex
	hub.Luck = func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return source.IntN(n)
	}
	hub.Seed = func() (s fate.Seed) {
		mu.Lock()
		defer mu.Unlock()
		for i := 0; i < len(s); i += 8 {
			binary.BigEndian.PutUint64(s[i:], source.Uint64())
		}
		return s
	}
}

// stack puts cards on top of the next shuffle of a deck, once. A card that the deck does not have is an
// error of the command that shuffles.
func stack(hub *bot.Hub, text string) {
	var mu sync.Mutex
	done := false
	hub.Fits = func(list *fate.DeckList) error {
		mu.Lock()
		defer mu.Unlock()
		if _, err := list.FindAll(text, list.Cards); err != nil && !done {
			return fate.Refuse("no_such_card", "--stack does not fit the deck %s: %s", list.Name, err)
		}
		return nil
	}
	hub.Stack = func(list *fate.DeckList, p fate.Pile) (fate.Pile, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if done {
			return p, false, nil
		}
		top, err := list.FindAll(text, p)
		if err != nil {
			return p, false, fate.Refuse("no_such_card", "--stack: %s of the deck that is shuffled.", err)
		}
		done = true
		rest, _ := p.Without(top...)
		return append(top, rest...), true, nil
	}
}
