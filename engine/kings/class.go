package kings

import "encoding/binary"

// AppendClass makes a battle an [engine.Classifier]. Nothing changes the winner of a
// battle that is decided: only the dice for buildings that were hit are left (K5.3). So
// decided positions with the same winner and the same counter next are of one class.
func (b *Position) AppendClass(key []byte) []byte {
	if b.stage >= restoring {
		return binary.AppendVarint(append(key, byte(b.stage), byte(b.result.Winner)), int64(b.cursor))
	}
	return b.AppendKey(key)
}
