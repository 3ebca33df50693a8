//go:build cluster

package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/internal/s3test"
)

// A database that is restarted without a word costs nothing but time. Other trials wait
// meanwhile, since it is theirs, too.
func TestClusterRestart(t *testing.T) {
	restart := os.Getenv("VERDE_TEST_RESTART")
	if restart == "" {
		t.Skip("VERDE_TEST_RESTART has no command that restarts the server at once")
	}
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	for _, who := range []string{"a", "b"} {
		x.start(who)
	}
	x.atWork("a", "b")
	times, next := 0, time.Now()
	x.end(func() {
		if times < sized(2, 1) && time.Now().After(next) {
			times++
			if out, err := exec.Command("bash", "-c", restart).CombinedOutput(); err != nil {
				t.Fatalf("restart: %v\n%s", err, out)
			}
			next = time.Now().Add(2 * time.Second)
		}
	}, "books")
	if times == 0 {
		t.Error("the run ended before the first restart")
	}
	x.same("books")
	x.checks("books")
}

// While the bucket is away for a minute sites wait, and no page is lost.
func TestClusterBucket(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 10*time.Millisecond)
	x.begin("books")
	x.start("a")
	x.start("b")
	folder, away := filepath.Join(x.dir, "bucket"), filepath.Join(x.dir, "away")
	x.atWork("a", "b")
	if err := errors.Join(os.Rename(folder, away), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	back := time.Now().Add(sized(time.Minute, 10*time.Second))
	x.end(func() {
		if !back.IsZero() && time.Now().After(back) {
			back = time.Time{}
			if err := errors.Join(os.Remove(folder), os.Rename(away, folder)); err != nil {
				t.Fatal(err)
			}
		}
	}, "books")
	if !back.IsZero() {
		t.Error("it ended while the bucket was away")
	}
	x.same("books")
	x.checks("books")
	x.once()
}

// A server of the bucket that is killed and begun again costs nothing but time, whatever it
// was doing: an object is there whole or not at all, and what was not taken is sent again.
func TestClusterS3(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.s3 = s3test.New(t)
	x.alone()
	slow(x, 10*time.Millisecond)
	x.begin("books")
	x.start("a")
	x.start("b")
	const away = 3 * time.Second
	most := sized(4, 2)
	kills, next, back := 0, time.Now().Add(time.Second), time.Time{}
	x.end(func() {
		switch now := time.Now(); {
		case !back.IsZero() && now.After(back):
			x.s3.Start()
			back, next = time.Time{}, now.Add(time.Second)
		case back.IsZero() && kills < most && now.After(next):
			x.s3.Kill()
			kills++
			back = now.Add(away)
		}
	}, "books")
	if kills < 2 || !back.IsZero() {
		t.Errorf("%d kills; the run ended while the server was away: %v", kills, !back.IsZero())
	}
	t.Logf("%d kills", kills)
	x.same("books")
	x.checks("books")
	x.once()
	if out, code := x.verde("export", "archive", "export", "--run", "books", "--archive", x.s3.Address, "-o", "books.wacz"); code != 0 {
		t.Errorf("objects are damaged: %d\n%s", code, out)
	}
	rows, err := x.pool.Query(t.Context(), "SELECT DISTINCT object FROM verde.captures WHERE run = 'books'")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(objects) < 4 {
		t.Errorf("%d objects in the index, %v", len(objects), err)
	}
	for _, name := range objects {
		if !fileExists(filepath.Join(x.s3.Folder, filepath.FromSlash(name))) {
			t.Errorf("the index names %s, which is not there", name)
		}
	}
}

// A worker that can't reach the database any more, and is not told so, stops by its own
// clock: it sends nothing once others may have its sites, and what it did is done by them.
func TestClusterCutOff(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.cutOff(newCable(t, x.database))
}

// The same of a worker in a network of its own, whose way to the database is taken away as a
// broken cable is: what it sends is lost.
func TestClusterNamespace(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.cutOff(newNamespace(x))
}

// way is a way to the database that can be cut, so that nothing comes through and nobody is
// told.
type way interface {
	address() string // of the database by it
	cut()
	join()
}

// cutOff is a run that a worker works on whose way to the database is cut again and again.
func (x *trial) cutOff(between way) {
	x.Helper()
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	x.start("cut", "--database", between.address())
	x.atWork("cut")
	x.start("other")
	for range sized(2, 1) {
		between.cut()
		time.Sleep(trialLease)
		before := x.requests("cut")
		time.Sleep(2 * trialLease)
		if n := x.requests("cut"); n != before {
			x.Errorf("%d requests of a worker that has heard nothing for a lease", n-before)
		}
		between.join()
		time.Sleep(500 * time.Millisecond)
	}
	x.end(nil, "books")
	x.same("books")
	x.checks("books")
}

// forward carries what comes to a listener to another address, until the test ends.
func forward(t *testing.T, listener net.Listener, dial func() (net.Conn, error), carry func(from, to net.Conn)) {
	t.Helper()
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := dial()
			if err != nil {
				from.Close()
				continue
			}
			go carry(from, to)
			go carry(to, from)
		}
	}()
}

// toServer gives what connects to the server of a database that is reached by a socket in a
// folder.
func toServer(t *testing.T, database *url.URL) func() (net.Conn, error) {
	t.Helper()
	folder := database.Query().Get("host")
	if folder == "" {
		t.Skip("the database is not reached by a socket in a folder")
	}
	return func() (net.Conn, error) { return net.Dial("unix", filepath.Join(folder, ".s.PGSQL.5432")) }
}

// cable is a way that is cut in the process of the test.
type cable struct {
	database string
	mu       sync.Mutex
	whole    chan struct{} // closed while it is
}

func newCable(t *testing.T, database string) *cable {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	listener, err := net.Listen("unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{whole: make(chan struct{})}
	close(c.whole)
	forward(t, listener, toServer(t, u), c.carry)
	u.RawQuery = url.Values{"host": {folder}}.Encode()
	c.database = u.String()
	return c
}

func (c *cable) address() string { return c.database }

// carry carries bytes while the cable is whole.
func (c *cable) carry(from, to net.Conn) {
	defer to.Close()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		c.mu.Lock()
		whole := c.whole
		c.mu.Unlock()
		<-whole
		if _, failed := to.Write(buf[:n]); failed != nil || err != nil {
			return
		}
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = make(chan struct{})
}

func (c *cable) join() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.whole)
}

// namespace is a network of its own, with a link to the database and another to the web.
type namespace struct {
	t        *testing.T
	name     string
	database string // address by the first link
	proxy    string // host and port by the second
}

// newNamespace makes the network, in which the worker "cut" will be. It is for root alone.
func newNamespace(x *trial) *namespace {
	x.Helper()
	u, err := url.Parse(x.database)
	if err != nil {
		x.Fatal(err)
	}
	toServer, web := toServer(x.T, u), x.proxy.Host
	id := rand.N(250)
	n := &namespace{t: x.T, name: fmt.Sprint("verde", id)}
	if out, err := exec.Command("ip", "netns", "add", n.name).CombinedOutput(); err != nil {
		x.Skipf("no network of its own can be made here: %v %s", err, out)
	}
	x.Cleanup(func() { n.ip("netns", "del", n.name) })
	listen := func(link int) net.Listener {
		host, inside, net24 := n.link(link), fmt.Sprint("in", link), fmt.Sprintf("10.%d.%d.", 201+link, id)
		n.ip("link", "add", host, "type", "veth", "peer", "name", inside, "netns", n.name)
		n.ip("address", "add", net24+"1/24", "dev", host)
		n.ip("link", "set", host, "up")
		n.ip("-n", n.name, "address", "add", net24+"2/24", "dev", inside)
		n.ip("-n", n.name, "link", "set", inside, "up")
		listener, err := net.Listen("tcp", net24+"1:0")
		if err != nil {
			x.Fatal(err)
		}
		return listener
	}
	carry := func(from, to net.Conn) {
		defer to.Close()
		io.Copy(to, from)
	}
	first, second := listen(0), listen(1)
	forward(x.T, first, toServer, carry)
	forward(x.T, second, func() (net.Conn, error) { return net.Dial("tcp", web) }, carry)
	u.Host, u.RawQuery = first.Addr().String(), ""
	n.database, n.proxy = u.String(), second.Addr().String()
	x.apart = n
	return n
}

// link is the name of a link's end outside.
func (n *namespace) link(i int) string { return fmt.Sprint(n.name, "-", i) }

func (n *namespace) ip(args ...string) {
	n.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %q: %v %s", args, err, out)
	}
}

func (n *namespace) address() string { return n.database }
func (n *namespace) cut()            { n.ip("link", "set", n.link(0), "down") }
func (n *namespace) join()           { n.ip("link", "set", n.link(0), "up") }
