package fakediscord

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"path"
	"strconv"
	"sync"
	"time"
)

// Fault is a failure of Discord's.
type Fault struct {
	Status     int           // 429, 500, 503 …; 0 cuts the line without an answer
	Code       int           // Discord's code in the body
	Message    string        // empty: as Discord says it
	RetryAfter time.Duration // with 429
	Global     bool          // with 429: it holds for all requests of the bot
	Times      int           // how many requests it hits; 0: one, below 0: all from now on
	AfterWork  bool          // what was asked for is done all the same, only the answer is lost
}

// Fail lets requests fail, beginning with the next that fits. The pattern is one of path.Match on the path without
// /api/v9: a * is one step of it, as in /interactions/*/*/callback. An empty method fits all.
func (s *Server) Fail(method, pattern string, f Fault) {
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.list = append(s.faults.list, &pending{method, pattern, f})
}

// Delay lets the requests that fit (as with Fail) wait before they are looked at; 0 ends that.
func (s *Server) Delay(method, pattern string, d time.Duration) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.delays = append(s.faults.delays, delay{method, pattern, d})
}

// Limit sets the rate limit of the requests to one of Discord's routes, spelled with its {names}, as
// /channels/{channel}/messages: each channel, guild and token is counted for itself. With n 0 there is none.
// The global limit, 50 requests a second by the bot (answers to interactions are not counted), has the route *. All counts
// begin anew.
func (s *Server) Limit(method, route string, n int, per time.Duration) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	if route == "*" {
		method = "*"
	}
	s.faults.lift[method+" "+route] = limit{n, per}
	clear(s.faults.buckets)
}

type limit struct {
	n   int
	per time.Duration
}

func perSecond(n int) limit { return limit{n, time.Second} }

// traffic is what may come between a request and its handler.
type traffic struct {
	mu      sync.Mutex
	list    []*pending
	delays  []delay
	lift    map[string]limit
	buckets map[string]*bucket
}

type pending struct {
	method, pattern string
	fault           Fault
}

type delay struct {
	method, pattern string
	d               time.Duration
}

type bucket struct {
	left  int
	reset time.Time
}

func fits(method, pattern string, c *call) bool {
	ok, _ := path.Match(pattern, c.path)
	return ok && (method == "" || method == c.Method)
}

func (tr *traffic) wait(c *call, closing <-chan struct{}) {
	var d time.Duration
	tr.mu.Lock()
	for _, one := range tr.delays {
		if fits(one.method, one.pattern, c) {
			d = one.d
		}
	}
	tr.mu.Unlock()
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-closing:
	}
}

// next gives the fault that hits this request, if one does.
func (tr *traffic) next(c *call) (Fault, bool) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for _, p := range tr.list {
		if p.fault.Times != 0 && fits(p.method, p.pattern, c) {
			p.fault.Times--
			return p.fault, true
		}
	}
	return Fault{}, false
}

func (f Fault) reply() reply {
	if f.Status == http.StatusTooManyRequests {
		return tooMany(f.RetryAfter, f.Global, limit{5, f.RetryAfter}, "fault")
	}
	if f.Message == "" {
		f.Message = fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))
	}
	return answerError(f.Status, f.Code, f.Message)
}

// tooMany is a 429 as Discord spells it.
func tooMany(wait time.Duration, global bool, l limit, name string) reply {
	out := reply{status: http.StatusTooManyRequests, body: object{
		"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": global,
	}}
	if global {
		out.header = http.Header{"X-Ratelimit-Global": {"true"}, "X-Ratelimit-Scope": {"global"}}
	} else {
		out.header = limitHeader(l, 0, time.Now().Add(wait), name)
		out.header.Set("X-Ratelimit-Scope", "user")
	}
	out.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return out
}

func limitHeader(l limit, left int, reset time.Time, name string) http.Header {
	sum := fnv.New64()
	_, _ = sum.Write([]byte(name))
	h := http.Header{}
	h.Set("X-Ratelimit-Limit", strconv.Itoa(l.n))
	h.Set("X-Ratelimit-Remaining", strconv.Itoa(left))
	h.Set("X-Ratelimit-Reset", fmt.Sprintf("%.3f", float64(reset.UnixMilli())/1000))
	h.Set("X-Ratelimit-Reset-After", fmt.Sprintf("%.3f", max(0, time.Until(reset).Seconds())))
	h.Set("X-Ratelimit-Bucket", fmt.Sprintf("%016x", sum.Sum64()))
	return h
}

// count enters a request in its bucket and gives the headers of its answer, or the answer itself if the bucket is empty.
func (tr *traffic) count(rt route, c *call) (http.Header, *reply) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if rt.bot {
		global := tr.limit("* *", limit{50, time.Second})
		if wait := tr.take("*", global, c.at); wait > 0 {
			full := tooMany(wait, true, global, "")
			return nil, &full
		}
	}
	name := rt.method + " " + rt.path
	l := tr.limit(name, rt.limit)
	if l.n == 0 {
		return nil, nil
	}
	key := name + " " + c.params["guild"] + c.params["channel"] + c.params["token"]
	if wait := tr.take(key, l, c.at); wait > 0 {
		full := tooMany(wait, false, l, name)
		return nil, &full
	}
	b := tr.buckets[key]
	return limitHeader(l, b.left, b.reset, name), nil
}

func (tr *traffic) limit(name string, usual limit) limit {
	if set, ok := tr.lift[name]; ok {
		return set
	}
	return usual
}

// take uses up one request, and gives the time to wait if there is none left.
func (tr *traffic) take(key string, l limit, now time.Time) time.Duration {
	if l.n == 0 {
		return 0
	}
	b := tr.buckets[key]
	if b == nil || !now.Before(b.reset) {
		b = &bucket{left: l.n, reset: now.Add(l.per)}
		tr.buckets[key] = b
	}
	if b.left == 0 {
		return b.reset.Sub(now)
	}
	b.left--
	return 0
}
