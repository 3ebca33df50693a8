// Package methods lists the methods that expand a site, and finds them by name.
package methods

import (
	"fmt"
	"strings"

	"verde/siteexpand"
	"verde/siteexpand/classes"
	"verde/siteexpand/focused"
	"verde/siteexpand/gpp"
	"verde/siteexpand/indesit"
	"verde/siteexpand/ssup"
)

// methods lists all methods, the default first.
func methods() []siteexpand.Method {
	return []siteexpand.Method{focused.Method{}, classes.Method{}, ssup.SSUP{}, ssup.SSUP{Pagination: true}, ssup.SSUP2014{}, indesit.INDESIT{}, indesit.INDESIT{Jaccard: true}, indesit.Trivial{}, indesit.Trivial{Jaccard: true}, gpp.GPP{}}
}

// Names lists the methods, the default first.
func Names() (names []string) {
	for _, m := range methods() {
		names = append(names, m.Name())
	}
	return names
}

// ByName gives a method; "" is the default.
func ByName(name string) (siteexpand.Method, error) {
	for _, m := range methods() {
		if name == m.Name() || name == "" {
			return m, nil
		}
	}
	return nil, fmt.Errorf("no expansion method %q: choose one of %s", name, strings.Join(Names(), ", "))
}
