package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// transport leads the requests for Discord's REST interface to the address that is configured.
type transport struct {
	*http.Transport
	to *url.URL // nil: Discord's own
}

// newTransport makes one with connections of its own, enough of them for a crowd that plays at once.
func newTransport(to *url.URL) transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 64
	return transport{t, to}
}

// RoundTrip sends the request.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(r.URL.String(), strings.TrimSuffix(discordgo.EndpointAPI, "/"))
	if t.to == nil || !ok {
		return t.Transport.RoundTrip(r)
	}
	u, err := url.Parse(t.to.String() + rest)
	if err != nil {
		return nil, fmt.Errorf("lead a request to %s: %w", t.to.Redacted(), err)
	}
	r = r.Clone(r.Context())
	r.URL, r.Host = u, ""
	return t.Transport.RoundTrip(r)
}

// upload is a file that goes with a message.
type upload struct {
	name string
	data []byte
}

// attempts is how often a request is made that Discord fails to answer.
const attempts = 4

// longest is the longest wait that Discord may ask for.
const longest = 30 * time.Second

// call makes a request, again where Discord is overloaded or broken, and gives the answer's body. The bucket's
// limits are those of one interaction, so that nothing is kept of it afterwards and no interaction waits for
// another.
func (b *Bot) call(ctx context.Context, limits *discordgo.RateLimiter, method, path string, body any, files []upload) ([]byte, error) {
	kind, raw, err := encode(body, files)
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	address := strings.TrimSuffix(discordgo.EndpointAPI, "/") + path
	bucket, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	for try := 1; ; try++ {
		out, err := b.rest.RequestWithLockedBucket(method, address, kind, raw, limits.LockBucket(bucket), 0,
			discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
		if err == nil || try > 1 && told(err) == alreadyAnswered {
			return out, nil
		}
		wait, again := patience(err, try)
		if !again || !pause(ctx, wait) {
			return nil, bare(err)
		}
	}
}

func encode(body any, files []upload) (kind string, raw []byte, err error) {
	if len(files) == 0 {
		if body == nil {
			return "", nil, nil
		}
		raw, err = json.Marshal(body)
		return "application/json", raw, err
	}
	parts := make([]*discordgo.File, len(files))
	for i, f := range files {
		parts[i] = &discordgo.File{Name: f.name, ContentType: contentType(f.name), Reader: bytes.NewReader(f.data)}
	}
	return discordgo.MultipartBodyWithJSON(body, parts)
}

func contentType(name string) string {
	if strings.HasSuffix(strings.ToLower(name), ".png") {
		return "image/png"
	}
	return "application/octet-stream"
}

// patience tells whether a request that failed is made again, and after what time.
func patience(err error, try int) (time.Duration, bool) {
	var full *discordgo.RateLimitError
	if errors.As(err, &full) {
		return full.RetryAfter, full.RetryAfter <= longest && try <= 2*attempts
	}
	if told(err) != 0 || try >= attempts {
		return 0, false
	}
	return 50 * time.Millisecond << (2 * (try - 1)), true
}

// Discord's error codes that matter here.
const (
	otherRefusal       = -1 // a refusal with a code that does not matter
	unknownMessage     = 10008
	unknownWebhook     = 10015
	unknownInteraction = 10062
	alreadyAnswered    = 40060
)

// told gives the code with which Discord refused a request for good; 0 where it did not.
func told(err error) int {
	var no *discordgo.RESTError
	if !errors.As(err, &no) {
		return 0
	}
	if no.Message == nil || no.Message.Code == 0 {
		return otherRefusal
	}
	return no.Message.Code
}

// bare takes the address out of an error: the tokens of interactions stand in it.
func bare(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", at.Op, at.Err)
	}
	return err
}

// fetch downloads a file that a user attached, at most most bytes of it. The address is one that Discord gave;
// the bot's token does not go there.
func (b *Bot) fetch(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && (b.api == nil || u.Host != b.api.Host) {
		return nil, errors.New("an attachment has an address that is not Discord's")
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, bare(err)
	}
	client := *b.rest.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	if err != nil {
		return nil, bare(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the file server answers %s", answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, int64(most)))
}
