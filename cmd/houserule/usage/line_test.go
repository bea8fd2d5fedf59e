package usage_test

import (
	"testing"

	"houserule/cmd/houserule/usage"
)

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"": "''", "siege": "siege", "0.1%": "0.1%", "1 orc": "'1 orc'", "it's": `'it'\''s'`, "$k": "'$k'", "a|b": "'a|b'"} {
		if got := usage.Quoted(word); got != want {
			t.Errorf("%q is %s, want %s", word, got, want)
		}
	}
}
