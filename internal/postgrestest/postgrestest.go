// Package postgrestest gives tests databases on a PostgreSQL server.
package postgrestest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// New makes a database for a test on the server that VERDE_TEST_DATABASE names, and gives
// its address. It is deleted when the test ends. Without a server the test is skipped.
func New(t testing.TB) (address string) {
	t.Helper()
	server := os.Getenv("VERDE_TEST_DATABASE")
	if server == "" {
		t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
	}
	name := "verde_test_" + strings.ToLower(rand.Text())
	do := func(statement string) {
		t.Helper()
		admin, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer admin.Close(context.Background())
		if _, err := admin.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do("CREATE DATABASE " + name)
	t.Cleanup(func() { do("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
