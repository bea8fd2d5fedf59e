// Command houserule plays fantasy table-top battles by rules that anyone can
// change. Without arguments it opens the prompt. See houserule --help.
package main

import "houserule/cmd/houserule/program"

func main() { program.Main() }
