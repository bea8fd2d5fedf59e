package modhost

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A Profile is what the functions of scripts have taken in the battles of installed
// mods, copies that look ahead included: [Scripts.Profile].
type Profile struct {
	mu    sync.Mutex
	parts []spans // of each host
}

// A Spending is what a function of a mod has taken, without the hooks that it set off.
type Spending struct {
	Mod, Hook string // or the declaration whose function it is: "option.legal"
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

// profiled has what a call takes noted, if a profile is made.
func (h *Host[B]) profiled(mod, hook string, call func()) {
	if h.spans == nil {
		call()
		return
	}
	outer := h.inner
	h.inner = Spending{}
	began := time.Now()
	call()
	took := Spending{Calls: 1, Steps: h.machine.Took(), Time: time.Since(began)}
	h.spans.of(function{mod, hook}).add(Spending{Calls: 1, Steps: took.Steps - h.inner.Steps, Time: took.Time - h.inner.Time})
	h.inner = outer
	h.inner.add(took)
}

// Profile makes a profile of all battles from now on that scripts are not called in yet.
func (m *Mods[B]) Profile(p *Profile) { m.profile = p }
