package modhost

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A Profile is the cost of the functions of scripts in the battles of installed
// mods, including copies for evaluations: [Scripts.Profile].
type Profile struct {
	mu    sync.Mutex
	parts []spans // of each host
}

// A Spending is the cost of a function of a mod, without the hooks that it triggered.
type Spending struct {
	Mod, Hook string // or the declaration of the function: "option.legal"
	Calls     int64
	Steps     int64
	Time      time.Duration
}

// Spendings returns the spendings, the most steps first. No battle may run meanwhile.
func (p *Profile) Spendings() []Spending {
	sum := spans{}
	for _, part := range p.parts {
		for what, s := range part {
			sum.of(what).add(*s)
		}
	}
	var all []Spending
	for _, s := range sum {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Spending) int {
		return cmp.Or(cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.Mod, b.Mod), cmp.Compare(a.Hook, b.Hook))
	})
	return all
}

// part returns spans for another host.
func (p *Profile) part() spans {
	part := spans{}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts = append(p.parts, part)
	return part
}

// spans are the spendings of one host.
type spans map[function]*Spending

// A function is a mod's, by the name of its hook.
type function struct{ mod, hook string }

func (s spans) of(f function) *Spending {
	spent := s[f]
	if spent == nil {
		spent = &Spending{Mod: f.mod, Hook: f.hook}
		s[f] = spent
	}
	return spent
}

func (s *Spending) add(more Spending) {
	s.Calls += more.Calls
	s.Steps += more.Steps
	s.Time += more.Time
}

// profiled records the cost of a call in the profile.
func (h *Host[B]) profiled(mod, hook string, call func() error) error {
	outer := h.inner
	h.inner = Spending{}
	began := time.Now()
	err := call()
	took := Spending{Calls: 1, Steps: h.machine.Took, Time: time.Since(began)}
	h.spans.of(function{mod, hook}).add(Spending{Calls: 1, Steps: took.Steps - h.inner.Steps, Time: took.Time - h.inner.Time})
	h.inner = outer
	h.inner.add(took)
	return err
}

// Profile starts a profile of all battles in which no script has been called yet.
func (m *Mods[B]) Profile(p *Profile) { m.profile = p }
