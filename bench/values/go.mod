module verde/bench/values

go 1.26.8

require (
	github.com/araddon/dateparse v0.0.0-20210429162001-6b43995a97de
	github.com/bcicen/go-units v1.0.5
	github.com/bojanz/currency v1.4.0
	github.com/lukasaron/isbn v1.0.0
	github.com/markusmobius/go-dateparser v1.4.7
	github.com/nyaruka/phonenumbers v1.8.1
	github.com/sosodev/duration v1.4.0
	golang.org/x/net v0.62.0
	golang.org/x/text v0.43.0
	verde v0.0.0
)

require (
	github.com/Knetic/govaluate v3.0.0+incompatible // indirect
	github.com/bcicen/bfstree v1.0.0 // indirect
	github.com/cockroachdb/apd/v3 v3.2.1 // indirect
	github.com/go-playground/locales v0.14.2 // indirect
	github.com/markusmobius/go-dateutil/v2 v2.9.1 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/wasilibs/go-re2 v1.12.0 // indirect
	github.com/wasilibs/wazero-helpers v0.0.0-20250123031827-cd30c44769bb // indirect
	golang.org/x/sys v0.49.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace verde => ../..
