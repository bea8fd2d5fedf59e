package protocol

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"houserule/engine"
	"houserule/engine/library"
)

// MaxRequest is the maximum length of a request in bytes, with the end of its line.
const MaxRequest = 64 << 10

// ErrTooLong is the error of a longer request.
var ErrTooLong = fmt.Errorf("the line is too long: a request has at most %d bytes", MaxRequest)

// written is the number of bytes that a wire collects before it sends them: the size of a pipe
// on Linux.
const written = 64 << 10

// A Wire carries messages to a client, and its requests back. One goroutine may call Hear
// while others call Say and Flush.
type Wire struct {
	in   *bufio.Reader
	last atomic.Pointer[string] // the beginning of the last line of the client, for errors about it

	mu  sync.Mutex
	out *bufio.Writer
	enc *json.Encoder
}

// NewWire returns a wire that reads requests from in and writes messages to out.
func NewWire(in io.Reader, out io.Writer) *Wire {
	w := &Wire{in: bufio.NewReaderSize(in, MaxRequest), out: bufio.NewWriterSize(out, written)}
	w.keep(nil)
	w.enc = json.NewEncoder(w.out)
	w.enc.SetEscapeHTML(false)
	return w
}

// Say adds a message to the next Flush.
func (w *Wire) Say(message any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.enc.Encode(message)
}

// Flush sends the messages.
func (w *Wire) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Flush()
}

// Last returns the beginning of the last line of the client.
func (w *Wire) Last() string { return *w.last.Load() }

// A Broken is an error of the wire itself, after which no more can be read.
type Broken struct{ Err error }

// Error returns the cause.
func (b *Broken) Error() string { return b.Err.Error() }

// Unwrap returns the cause.
func (b *Broken) Unwrap() error { return b.Err }

// Hear returns the next request: a pointer to one of the types of [Requests]. The error for
// a line that is not a request gives the reason; the next request can still be read. The end
// is a [Broken] with io.EOF.
func (w *Wire) Hear() (any, error) {
	for {
		line, err := w.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			w.keep(line)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = w.in.ReadSlice('\n')
			}
			return nil, ErrTooLong
		}
		text := bytes.TrimSpace(line)
		if len(text) > 0 {
			w.keep(text)
		}
		switch {
		case err != nil && !errors.Is(err, io.EOF), err != nil && len(text) == 0:
			return nil, &Broken{err}
		case len(text) > 0:
			return Read(text)
		}
	}
}

// mostQuoted is the maximum number of bytes of a line that an error shows.
const mostQuoted = 200

func (w *Wire) keep(line []byte) {
	last := string(line[:min(len(line), mostQuoted)])
	w.last.Store(&last)
}

// Read reads a request: see [Wire.Hear].
func Read(text []byte) (any, error) {
	a := new(Answer)
	if json.Unmarshal(text, a) == nil && a.Type == "answer" && misnamed(text, answerFields) == nil { // nearly all requests are answers
		return a, nil
	}
	var kind struct {
		Type *string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, inJSON(err)
	}
	if kind.Type == nil || !slices.Contains(keys(text), "type") {
		return nil, errors.New(`a request has a type, as in {"type":"answer","option":0}`)
	}
	i := slices.IndexFunc(Requests, func(k Kind) bool { return k.Type == *kind.Type })
	if i < 0 {
		known := engine.Each(Requests, func(k Kind) string { return k.Type })
		return nil, &engine.Unknown{What: "type of request", Word: *kind.Type, Known: known}
	}
	if err := misnamed(text, fields(Requests[i].Of)); err != nil {
		return nil, fmt.Errorf("%s: %w", *kind.Type, err)
	}
	request := reflect.New(reflect.TypeOf(Requests[i].Of)).Interface()
	if err := json.Unmarshal(text, request); err != nil {
		return nil, inField(Requests[i], err)
	}
	return request, nil
}

// answerFields are the fields of an answer.
var answerFields = fields(Answer{})

// misnamed returns an error if an object has another field than these, or one of them twice.
// encoding/json reads TYPE as type, and the last of several.
func misnamed(text []byte, known []string) error {
	names := keys(text)
	for i, name := range names {
		if !slices.Contains(known, name) {
			return &engine.Unknown{What: "field", Word: name, Known: known}
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("%s is there twice: leave one of them out", name)
		}
	}
	return nil
}

// keys returns the names of the fields of an object as they are written, in their order. The
// text is JSON.
func keys(text []byte) (names []string) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token() // {
	for d.More() {
		name, _ := d.Token()
		var value json.RawMessage
		d.Decode(&value)
		names = append(names, name.(string))
	}
	return names
}

// ReadMessage reads a message: a pointer to one of the types of [Messages]. Fields that this
// version does not know are ignored.
func ReadMessage(text []byte) (any, error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(Messages, func(k Kind) bool { return k.Type == kind.Type })
	if i < 0 {
		return nil, fmt.Errorf("an unknown message: %q", kind.Type)
	}
	message := reflect.New(reflect.TypeOf(Messages[i].Of)).Interface()
	return message, json.Unmarshal(text, message)
}

// inJSON returns the error of a text that is not JSON, with the place.
func inJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &engine.Misplaced{Column: int(syntax.Offset), Err: fmt.Errorf("this is not JSON: %s", syntax)}
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf(`a request is a JSON object, as in {"type":"answer","option":0}, not %s`, found(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("type is a text, not %s", found(kind.Value))
	}
	return err
}

// inField returns the error of a request, with the field that is wrong.
func inField(k Kind, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:] // without the struct that it is embedded in
		return fmt.Errorf("%s: %s takes %s, not %s", k.Type, field, takes(kind.Type), found(kind.Value))
	}
	return err
}

// found describes a wrong value in JSON: "number 1.5".
func found(value string) string {
	kind, number, _ := strings.Cut(value, " ")
	switch kind {
	case "array":
		return "a list"
	case "bool":
		return "true or false"
	case "object":
		return "an object"
	case "string":
		return "a text"
	}
	return cmp.Or(number, "a number")
}

// takes describes the values that a field accepts.
func takes(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Uint64:
		return "a whole number"
	case reflect.Slice:
		return "a list of texts"
	case reflect.Bool:
		return "true or false"
	}
	return "a text"
}

// fields returns the names of the fields of a message.
func fields(of any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
			names = append(names, name)
		}
	}
	return names
}

// NewRefusal returns the message for a refused request.
func NewRefusal(err error) Refusal {
	r := Refusal{Type: "refused", Error: library.Explain(err)}
	if ruling := new(engine.Ruling); errors.As(err, &ruling) {
		r.Rule = ruling.Rule
	}
	return r
}
