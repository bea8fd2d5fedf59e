//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// grouped makes a program that is about to start the first of a process group, to which
// all programs belong that it starts in turn.
func grouped(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithUs(cmd.SysProcAttr)
}

// killGroup ends all processes of the group of a program that has started.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
