package protocol

import "syscall"

// endWithUs ends a program with the one that starts it, however that ends: Ctrl-C at a
// terminal does not reach other process groups.
func endWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGTERM }
