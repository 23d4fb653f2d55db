package fakediscord

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	_ "image/gif"  // pictures are measured
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Attachment is a file that a message or an interaction carries.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
	Data        []byte `json:"-"`
}

const (
	maxFile  = 10 << 20
	maxFiles = 10
)

// File is a file that a person gives to an attachment option or to an upload field of a modal.
type File struct {
	Name        string
	ContentType string // empty: by the name
	Data        []byte
}

// upload is a part of a multipart request.
type upload struct {
	name, contentType string
	data              []byte
}

var fileField = regexp.MustCompile(`^files\[(0|[1-9]\d*)\]$`)

// badBody is a body that cannot be taken apart.
type badBody struct {
	noJSON bool
	why    string
}

// parseBody gives the JSON of a request and the files beside it.
func parseBody(r *http.Request, raw []byte) (any, map[int]upload, *badBody) {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		v, err := decode(raw)
		return v, nil, err
	case "multipart/form-data":
		return parseParts(multipart.NewReader(bytes.NewReader(raw), params["boundary"]))
	}
	if len(raw) == 0 {
		return nil, nil, nil
	}
	return nil, nil, &badBody{why: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}."}
}

func decode(raw []byte) (any, *badBody) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return nil, &badBody{noJSON: true}
	}
	return v, nil
}

func parseParts(r *multipart.Reader) (body any, files map[int]upload, bad *badBody) {
	files = map[int]upload{}
	for bad == nil {
		part, err := r.NextPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, &badBody{why: err.Error()}
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, &badBody{why: err.Error()}
		}
		if part.FormName() == "payload_json" {
			body, bad = decode(data)
		} else {
			bad = addFile(files, part, data)
		}
	}
	return nil, nil, bad
}

// addFile enters a part that must be files[n] with the name of a file.
func addFile(files map[int]upload, part *multipart.Part, data []byte) *badBody {
	n := fileField.FindStringSubmatch(part.FormName())
	if n == nil || part.FileName() == "" {
		return &badBody{why: "a part is neither payload_json nor files[n] with a file name: " + part.FormName()}
	}
	i, _ := strconv.Atoi(n[1])
	if _, twice := files[i]; twice {
		return &badBody{why: "two parts are named " + part.FormName()}
	}
	files[i] = upload{part.FileName(), part.Header.Get("Content-Type"), data}
	return nil
}

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// safeName is the name that Discord gives to an uploaded file: blanks become underscores, other odd characters go.
func safeName(name string) string {
	return unsafeName.ReplaceAllString(strings.ReplaceAll(path.Base(name), " ", "_"), "")
}

// keep stores a file under a new id and gives it an address on this server.
func (s *Server) keep(place, name, contentType string, data []byte) Attachment {
	a := Attachment{ID: s.snowflake(), Filename: safeName(name), ContentType: contentType, Size: len(data), Data: data}
	if a.ContentType == "" || a.ContentType == "application/octet-stream" {
		if known := mime.TypeByExtension(path.Ext(a.Filename)); known != "" {
			a.ContentType = known
		}
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		a.Width, a.Height = size.Width, size.Height
	}
	where := "/attachments/" + place + "/" + a.ID + "/" + a.Filename
	a.URL = s.http.URL + where + "?ex=7fffffff&is=1&hm=" + s.seal(where)
	a.ProxyURL = a.URL
	s.files[where] = &a
	return a
}

// seal signs the address of a file, as Discord's file server asks.
func (s *Server) seal(where string) string {
	sum := sha256.Sum256([]byte(s.Token + where))
	return hex.EncodeToString(sum[:])
}

// serveFile is the file server. Without the signature in the address there is nothing.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a := s.files[r.URL.Path]
	s.mu.Unlock()
	if a == nil || r.URL.Query().Get("hm") != s.seal(r.URL.Path) {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", a.ContentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.Data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.Data)
	}
}
