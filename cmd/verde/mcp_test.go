package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// calling is a program that starts "verde mcp" with the arguments before "--", and calls
// tools as those behind it say: a name, then its arguments as JSON. It prints a line of
// JSON for each, or the tool's error. The name "tools" lists them.
func calling() {
	ctx, release := untilSignal(context.Background())
	defer release()
	if err := callTools(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "calling:", err)
		os.Exit(1)
	}
}

func callTools(ctx context.Context, args []string) error {
	split := slices.Index(args, "--")
	client := mcp.NewClient(&mcp.Implementation{Name: "calling", Version: "1"}, nil)
	command := exec.CommandContext(ctx, "verde", append([]string{"mcp"}, args[:split]...)...)
	command.Stderr = os.Stderr
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		return err
	}
	for calls := range slices.Chunk(args[split+1:], 2) {
		if calls[0] == "tools" {
			for t, err := range session.Tools(ctx, nil) {
				if err != nil {
					return err
				}
				fmt.Println("tool", t.Name)
			}
			continue
		}
		r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: calls[0], Arguments: json.RawMessage(calls[1])})
		if err != nil {
			return err
		}
		what := calls[0]
		if r.IsError {
			what += " failed"
		}
		fmt.Printf("%s: %s\n", what, r.Content[0].(*mcp.TextContent).Text)
	}
	return session.Close()
}
