package usage

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// Interruptible returns a context that Ctrl-C ends; a second Ctrl-C does not wait.
func Interruptible(cmd *cobra.Command) (ctx context.Context, stop func()) {
	ctx, release := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	context.AfterFunc(ctx, func() {
		release()
		select {
		case <-done:
		case <-time.After(2 * time.Second): // one choice among a million options takes long
			fmt.Fprintln(cmd.ErrOrStderr(), "houserule: a battle is in the middle of a step: Ctrl-C again ends at once, without results")
		}
	})
	return ctx, func() {
		close(done)
		release()
	}
}
