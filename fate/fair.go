package fate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// Seed is the secret from which the order of one shuffle comes. It is used once.
type Seed [32]byte

// MarshalText writes the seed in hexadecimal.
func (s Seed) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(s[:])), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Seed) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(s) {
		return fmt.Errorf("a seed has %d hexadecimal digits", 2*len(s))
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// Seal is the commitment to a seed: its SHA-256, in hexadecimal. It can be shown before the seed is used.
func (s Seed) Seal() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// ShuffleVersion names the derivation that Order carries out.
const ShuffleVersion = 1

// Order puts cards in the order that a seed gives together with what else goes in: the id of the request
// that shuffles and the words that players said, in their order. Version 1: the key is the SHA-256 of
// "skald shuffle 1", the seed and each text behind its length; number i of the stream is the big-endian
// 8 bytes at 8·i of SHA-256(key, block number)…; Fisher–Yates from the last card down over the cards in
// the order of Compare, numbers beyond the last whole multiple of the bound thrown away.
func (s Seed) Order(p Pile, texts ...string) Pile {
	key := append([]byte("skald shuffle 1"), s[:]...)
	for _, text := range texts {
		key = binary.BigEndian.AppendUint64(key, uint64(len(text)))
		key = append(key, text...)
	}
	stream := stream{key: sha256.Sum256(key)}
	return Luck(stream.below).Shuffle(p)
}

// stream is the numbers that a key gives.
type stream struct {
	key   [32]byte
	block uint64
	rest  []byte
}

func (s *stream) next() uint64 {
	if len(s.rest) == 0 {
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(s.key[:]), s.block))
		s.block++
		s.rest = sum[:]
	}
	n := binary.BigEndian.Uint64(s.rest)
	s.rest = s.rest[8:]
	return n
}

func (s *stream) below(n int) int {
	bound := uint64(n)
	most := ^uint64(0) - ^uint64(0)%bound
	for {
		if v := s.next(); v < most {
			return int(v % bound)
		}
	}
}
