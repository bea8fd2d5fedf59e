package protocol

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// A line that is no request is refused by what is wrong with it, and the next one is read.
func TestWireRefuses(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`nonsense`, `column 2: this is not JSON: invalid character 'o' in literal null (expecting 'u')`},
		{`{"type":"answer","option":0`, `column 27: this is not JSON: unexpected end of JSON input`},
		{`{"type":"answer"} {"type":"answer"}`, `column 19: this is not JSON: invalid character '{' after top-level value`},
		{`[1]`, `a request is a JSON object, as in {"type":"answer","option":0}, not a list`},
		{`7`, `a request is a JSON object, as in {"type":"answer","option":0}, not a number`},
		{`null`, `a request has a type, as in {"type":"answer","option":0}`},
		{`{}`, `a request has a type, as in {"type":"answer","option":0}`},
		{`{"type":3}`, `type is a text, not a number`},
		{`{"type":"answr"}`, `unknown type of request "answr"`},
		{`{"type":"answer","txt":"attack d1"}`, `answer: unknown field "txt" (known: type, battle, question, text, option)`},
		{`{"type":"answer","text":"a","text":"b"}`, `answer: text is there twice: leave one of them out`},
		{`{"type":"answer","te\u0078t":"a","text":"b"}`, `answer: text is there twice: leave one of them out`},
		{`{"type":"hint","type":"answer"}`, `answer: type is there twice: leave one of them out`},
		{`{"TYPE":"answer","option":0}`, `a request has a type, as in {"type":"answer","option":0}`},
		{`{"type":"answer","Option":0}`, `answer: unknown field "Option" (known: type, battle, question, text, option)`},
		{`{"type":"answer","option":"first"}`, `answer: option takes a whole number, not a text`},
		{`{"type":"answer","option":1.5}`, `answer: option takes a whole number, not 1.5`},
		{`{"type":"answer","option":99999999999999999999}`, `answer: option takes a whole number, not 99999999999999999999`},
		{`{"type":"answer","battle":"first"}`, `answer: battle takes a whole number, not a text`},
		{`{"type":"ready","wants":"board"}`, `ready: wants takes a list of texts, not a text`},
		{`{"type":"ready","forgets":1}`, `ready: forgets takes true or false, not a number`},
		{`{"type":"answer","text":"` + strings.Repeat("x", MaxRequest) + `"}`, `the line is too long: a request has at most 65536 bytes`},
		{strings.Repeat("[", MaxRequest-2), `column 10001: this is not JSON: invalid character '[' exceeded max depth`},
	} {
		var out strings.Builder
		w := NewWire(strings.NewReader(test.line+"\n\n"+`{"type":"hint"}`), &out)
		if _, err := w.Hear(); err == nil || err.Error() != test.want {
			t.Errorf("%.60s:\n got %v\nwant %s", test.line, err, test.want)
		}
		if next, err := w.Hear(); !reflect.DeepEqual(next, &Look{Type: "hint"}) {
			t.Errorf("%.60s: the next request is %v, %v", test.line, next, err)
		}
		if _, err := w.Hear(); !errors.Is(err, io.EOF) || !errors.As(err, new(*Broken)) {
			t.Errorf("%.60s: the end is %v", test.line, err)
		}
	}
}

// Whatever a client says, the wire neither panics nor stops before the end.
func FuzzWire(f *testing.F) {
	for _, kind := range Requests {
		f.Add(fmt.Sprintf(`{"type":%q,"text":"attack d1","option":0,"unit":"a1"}`, kind.Type))
	}
	f.Add(strings.Repeat("{", MaxRequest+3) + "\n7")
	f.Fuzz(func(t *testing.T, text string) {
		w := NewWire(strings.NewReader(text), io.Discard)
		for range strings.Count(text, "\n") + 2 {
			request, err := w.Hear()
			if errors.As(err, new(*Broken)) {
				if !errors.Is(err, io.EOF) {
					t.Fatal(err)
				}
				return
			}
			if (request == nil) != (err != nil) {
				t.Fatalf("%v, %v", request, err)
			}
			if err != nil && NewRefusal(err).Error == "" {
				t.Fatal("a refusal says nothing")
			}
		}
		t.Fatal("it does not end")
	})
}
