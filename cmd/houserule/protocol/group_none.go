//go:build !unix

package protocol

import "os/exec"

// grouped does nothing: this system has no process groups.
func grouped(*exec.Cmd) {}

// killGroup ends a program that has started, and not those that it has started.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
