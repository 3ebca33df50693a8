package service

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"verde/search/answer"
)

//go:embed shipped/*.yaml
var files embed.FS

// shipped are the services that ship, sorted by name.
var shipped = sync.OnceValue(func() (all []*Service) {
	entries, err := files.ReadDir("shipped")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, e := range entries {
		data, err := files.ReadFile("shipped/" + e.Name())
		if err == nil {
			var s *Service
			if s, err = Parse(e.Name(), data); err == nil && s.Name+".yaml" != e.Name() {
				err = fmt.Errorf("%s is of %s", e.Name(), s.Name)
			}
			all = append(all, s)
		}
		if err != nil {
			panic(err) // a test reads them all
		}
	}
	return all
})

// others are those that ship and that package answer does not know.
var others = sync.OnceValue(func() []*Service {
	return slices.DeleteFunc(slices.Clone(shipped()), func(s *Service) bool { return answer.Knows(s.Name) })
})

// Names lists the services that ship and can be asked, sorted.
func Names() (names []string) {
	for _, s := range shipped() {
		if s.Retired == "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// Shipped gives a service that ships; also one that is no more, whose Retired says so. No
// such service is an error that names those there are.
func Shipped(name string) (*Service, error) {
	for _, s := range shipped() {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("unknown engine %.40q: there are %s, and files, whose names contain a slash or end in .yaml", name, strings.Join(Names(), ", "))
}

// Detect reads one JSON object of a dump, whatever service it is from: what the shapes
// recognise, then what package answer knows, then what the other services that ship are
// recognised by. What package answer knows by no more than the name of its list, as the
// "results" that many services have, those are asked for first. An object of no known
// format is [answer.ErrUnknown].
//
// Cost: linear; an object that package answer knows for sure is decoded once, if there are no
// shapes.
func Detect(data []byte, shapes ...*Service) (*answer.Page, error) {
	var root any
	if len(shapes) > 0 {
		var err error
		if root, err = decode(data); err != nil {
			return nil, err
		}
		if p, err := detect(root, shapes); p != nil || err != nil {
			return p, err
		}
	}
	p, err := answer.Parse(data)
	doubtful := errors.Is(err, answer.ErrUnknown) || err == nil && (p.Guessed || p.Service == "" && p.Failure != "")
	if !doubtful {
		return p, err
	}
	if root == nil {
		if root, _ = decode(data); root == nil {
			return p, err
		}
	}
	if better, serr := detect(root, others()); better != nil || serr != nil {
		return better, serr
	}
	return p, err
}

// detect reads an object as an answer of the service that recognises it, of several the
// one that asks most of an answer; nil if none does.
func detect(root any, services []*Service) (*answer.Page, error) {
	var best *Service
	for _, s := range services {
		if (best == nil || len(s.Answer.Recognise) > len(best.Answer.Recognise)) && s.Answer.recognises(root) {
			best = s
		}
	}
	if best == nil {
		return nil, nil
	}
	p, err := best.read(root)
	if err != nil {
		return nil, err
	}
	return &p.Page, nil
}
