//go:build 386 || arm || mips || mipsle

package engine

// Options, costs and dice are ints of 64 bits. Where an int is shorter, the undefined name
// below stops the build and says why.
var _ = houserule_needs_a_64_bit_machine
