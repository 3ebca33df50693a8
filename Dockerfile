# VerDE alone: no shell, no libraries, no root. "docker run verde --help"
FROM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -buildid=" -o /out/verde ./cmd/verde && mkdir -p /out/data /out/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/verde /usr/bin/verde
COPY --from=build /src/LICENSE /src/THIRD_PARTY_NOTICES /usr/share/doc/verde/
COPY --from=build --chown=65532:65532 /out/tmp /tmp
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENTRYPOINT ["/usr/bin/verde"]
CMD ["--help"]
