package main

import "context"

func (s setting) webbox(ctx context.Context) error { return nil }
