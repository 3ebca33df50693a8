package main

func webbox(proxy string, entities int, optional, verbose bool) error { return nil }
