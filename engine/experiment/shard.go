package experiment

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shard is part Index, from 1, of Of parts of a plan. The zero Shard is the whole plan.
type Shard struct{ Index, Of int64 }

// MaxShards is the maximum number of parts of a plan.
const MaxShards = 100_000

// ParseShard parses "3/64".
func ParseShard(text string) (Shard, error) {
	index, of, _ := strings.Cut(text, "/")
	k, err := strconv.ParseInt(index, 10, 64)
	m, err2 := strconv.ParseInt(of, 10, 64)
	if err != nil || err2 != nil || k < 1 || k > m || m > MaxShards {
		return Shard{}, fmt.Errorf("%q is no shard: write, for instance, 3/64", text)
	}
	return Shard{k, m}, nil
}

// String returns "3/64", or "" for the whole plan.
func (s Shard) String() string {
	if s.IsAll() {
		return ""
	}
	return strconv.FormatInt(s.Index, 10) + "/" + strconv.FormatInt(s.Of, 10)
}

// IsAll reports whether the shard is the whole plan.
func (s Shard) IsAll() bool { return s.Of == 0 }

// Range returns the shard's part of n battles: from n*(Index-1)/Of to n*Index/Of - 1.
func (s Shard) Range(n int64) (from, to int64) {
	if s.IsAll() {
		return 0, n
	}
	whole, rest := n/s.Of, n%s.Of
	upTo := func(k int64) int64 { return whole*k + rest*k/s.Of } // n*k/Of, without overflow
	return upTo(s.Index - 1), upTo(s.Index)
}
