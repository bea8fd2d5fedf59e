// Package lua runs Lua 5.1 inside a program, and does not trust it. It knows no game and no
// mods, and imports nothing but a parser.
//
// # From a text to a call
//
// [NewWorld] reads a [Binding]: everything that scripts see of their host. [World.Parse] reads a
// file and finds the meaning of every name; package check can then look for mistakes in it.
// [File.Compile] makes it Go closures. A [Machine] loads the file with [Machine.Load], which
// returns the functions that it defines for the events of the binding, and calls them with
// [Machine.Handle]; functions that a declaration got are called with [Machine.Call].
//
// # Events
//
// The argument of an event is a snapshot: its fields are read when the function needs them first,
// and all of them before anything in the host changes; what the function wrote is handed over
// when it has ended well, in the order of the binding and only where the value differs.
//
// # Types
//
// A function of a file becomes a code, which computes plain numbers and booleans where the
// binding gives the type. Its locals and the fields of its event lie in slots of a frame; what it
// captures of functions around it are values, or cells where they are assigned. Where a
// function is only called by its name, its parameters have the types that all calls give
// them. Tables and functions that a call makes are used again when it has ended.
//
// # Bounds
//
// A call takes steps and bytes from its [Budget]. The type code has the measure of steps; what
// works longer, on a long text or a large table, and functions of the library, charge by the work that
// they do. Steps are counted, never timed: results are equal on every computer.
//
// # The dialect
//
// There are no goto, metatables, coroutines, load, require, rawset, getfenv, collectgarbage, io, os
// and debug. When a file has been loaded, its tables are frozen, and no function may assign a
// local of the file: what is loaded serves any number of machines.
package lua
