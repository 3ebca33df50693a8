// Package extract turns pages of one template into a table of records, and
// keeps what it learned as a wrapper for further pages.
//
// The one idea, from DCA (Yuliana and Chang, "A novel alignment algorithm for
// effective web data extraction from singleton-item pages"): look at a page as
// the sequence of its text leaves. A text that every page of a template shows
// equally often is the template's own; those in a consistent order cut all
// pages into segments that can be aligned one by one, and within the smallest
// segments what is left over are the values. No page is labelled by anyone.
//
// [Align] gives the [Table]: a column for each role that a leaf can have, a
// cell for each page. [Learn] gives the [Wrapper] as well, which finds the same
// columns on unseen pages by aligning them with the learned templates rather
// than by following paths, because paths break when an optional part appears.
//
// Two methods share the frame. [MethodDCA] is the paper as published, steps and
// thresholds alike. [MethodVerDE], the default, is the same divide and conquer
// with the changes of package improvement, of which each can be switched
// off.
//
// The template knows one word of each page, the name of its entity: in labels it counts as the same on all of them.
//
// What stands in running text below a heading is known by the heading, and what
// stands in the cells of rows by its place in the row; these are columns wherever they
// come, and the alignment is of the rest.
//
// A [Record] says of each value where it stands, what it links to and what it means,
// see package record. What repeats on a page is rows of a group, or columns where texts in the rows name what stands
// beside them. Data that pages embed
// for machines, and images, are columns too, unless a column shows the same.
//
// Values should hold no template. Where they do, labels were not read, and [Wrapper.Leftover] tells of it.
//
// Pages of several templates are told apart first, and every template is aligned
// by itself; the wrapper holds one for each.
//
// Package leaves reads the texts of a page, package rules tells which of them are labels, lines and rows, package
// align aligns those of all pages; here the columns get names, and are written down as the wrapper that reads
// further pages.
//
// The package is pure: pages in, tables out. It holds no state between calls
// and the same pages in the same order give the same table.
package extract
