package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// versionOf gives the version that Go has noted in a program.
func versionOf(binary string) (string, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "", err
	}
	return info.Main.Version, nil
}

// materials lists the modules that are linked into a program, as Go has noted them in
// it, in CycloneDX's JSON. Their licences are in THIRD_PARTY_NOTICES.
func (r *release) materials(binary string, data []byte) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	bom, err := bomOf(info, sha256.Sum256(data), r.date)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	err = encoder.Encode(bom)
	return b.Bytes(), err
}

func bomOf(info *debug.BuildInfo, sum [sha256.Size]byte, date time.Time) (*cdx.BOM, error) {
	bom := cdx.NewBOM()
	// The number is of the program's bytes, so that the same program has the same list.
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8, RFC 9562 §5.8
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	main := componentOf(cdx.ComponentTypeApplication, info.Main.Path, info.Main.Version)
	bom.Metadata = &cdx.Metadata{Timestamp: date.UTC().Format(time.RFC3339), Component: &main}
	components := []cdx.Component{componentOf(cdx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := componentOf(cdx.ComponentTypeLibrary, m.Path, m.Version)
		if text, ok := strings.CutPrefix(m.Sum, "h1:"); ok {
			hash, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m.Path, err)
			}
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(hash)}}
		}
		components = append(components, c)
	}
	bom.Components = &components
	var all []string
	for _, c := range components {
		all = append(all, c.BOMRef)
	}
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &all}}
	return bom, nil
}

// componentOf is a module with its package URL.
func componentOf(kind cdx.ComponentType, path, version string) cdx.Component {
	purl := "pkg:golang/" + strings.ReplaceAll(url.PathEscape(path), "%2F", "/") + "@" + url.PathEscape(version)
	return cdx.Component{Type: kind, BOMRef: purl, Name: path, Version: version, PackageURL: purl}
}
