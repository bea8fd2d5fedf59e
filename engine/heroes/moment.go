package heroes

import "encoding/binary"

// AppendMoment makes a battle an [engine.Momentary]: it appends a key of a moment within a
// step.
func (b *Position) AppendMoment(key []byte) []byte {
	add := func(numbers ...int32) {
		for _, n := range numbers {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	flags := func(flags ...bool) {
		for _, set := range flags {
			n := int32(0)
			if set {
				n = 1
			}
			add(n)
		}
	}
	id := func(s *Stack) int32 {
		if s == nil {
			return -1
		}
		return s.id
	}
	add(b.round, int32(b.modified), int32(b.result.Winner), int32(b.result.Ending), int32(b.result.Rounds), id(b.moving))
	flags(b.over, b.shifting)
	a := &b.act
	add(id(a.by), a.left, int32(a.swarms), int32(a.heads), int32(a.most), int32(a.how))
	add(a.hit[:]...)

	for i := range b.stacks {
		s, top := &b.stacks[i], int32(-1)
		if s.top != nil {
			top = s.top.id
		}
		add(top, s.id, s.key, s.next, s.prev, int32(s.side), int32(s.line), int32(s.stance), int32(s.swarms), int32(s.turn), int32(s.answered), int32(s.later))
		flags(s.helped, s.dying, s.turned)
	}
	add(int32(len(b.stacks)), int32(len(b.order.keys)), int32(len(b.supports)), int32(len(b.effects)), int32(len(b.auras)))
	add(b.order.keys...)
	for i := range b.supports {
		s := &b.supports[i]
		add(s.To)
		key = s.appendKey(key, s.From)
	}
	for _, e := range b.effects {
		add(e.On, e.Spell, e.Until)
	}
	add(b.auras...)
	add(b.order.lo, b.order.hi, b.order.half, b.order.due, int32(b.walls), int32(b.thinned), b.summons)
	for side := range b.first {
		key = b.dead[side].AppendKey(key)
		add(b.first[side][:]...)
		add(b.count[side][:]...)
		add(b.hand[side], b.deck[side])
		key = binary.AppendUvarint(key, b.lines[side])
	}
	flags(b.order.stale, b.afar)
	key = b.memory.AppendKey(key, func(int32) bool { return true })
	if host, ok := b.hosted.(interface{ AppendStandings(key []byte) []byte }); ok { // mods that have failed
		key = host.AppendStandings(key)
	}
	return key
}
