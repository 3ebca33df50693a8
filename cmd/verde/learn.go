package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"verde/keywords"
	"verde/keywords/embedding"
	"verde/vertical"
)

// learnFlags are the settings of learn.
type learnFlags struct {
	run     runFlags
	out     outputFlags
	near    evaluatorFlags
	corpora []string
}

const learnHelp = `Learn finds all pages like the samples on their site, reads them into the catalog
of the run's folder, and writes the vertical: which attribute names an entity,
which others to ask with, and the entity keywords. The file is made to be read
and edited; "verde explore --vertical FILE" goes on from it. The folder also gets
vertical.json, and sources.jsonl, pages.jsonl and records.jsonl for "verde
queries". A vertical that the folder has already is kept, unless --force is given.
`

func newLearn() *cobra.Command {
	var f learnFlags
	cmd := &cobra.Command{
		Use:   "learn SAMPLE_URL... --domain NAME",
		Short: "Explore the site of sample pages and learn the vertical: attributes and keywords",
		Long:  learnHelp + exitHelp,
		Example: `  verde learn https://books.example/b/42 --domain book -o book.json
  verde learn https://docs.example/f/abs.html --domain function --mirror docs.example=./mirror -o -`,
		Args: minArgs(1, "the URL of a page about one entity"),
		RunE: f.learn,
	}
	f.run.add(cmd, false)
	f.near.add(cmd)
	cmd.Flags().StringArrayVar(&f.corpora, "corpus", nil, "`folder`, file or WARC file of further pages that tell which words are used alike; - for standard input; repeatable")
	f.out.add(cmd, "vertical.json")
	return cmd
}

func (f *learnFlags) learn(cmd *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	if err := os.MkdirAll(f.run.dir, 0o755); err != nil { // -o may name a file in it
		return usagef("run folder: %w", err)
	}
	return f.out.with(cmd, func(o *output) (err error) {
		x, err := f.run.open(cmd.Context(), cmd, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, x.close()) }()
		name, err := f.run.pages.agent.name()
		if err != nil {
			return err
		}
		x.Evaluator = f.near.evaluator(name)
		if len(f.corpora) > 0 {
			in, err := openInput(cmd, "--corpus", f.corpora)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, in.close()) }()
			x.Corpus = in.pages()
		}
		if err := x.mayLearn(args, f.out.force); err != nil {
			return err
		}
		v, err := x.Learn(cmd.Context(), args)
		if err != nil {
			return err
		}
		if err := v.Save(x.verticalFile()); err != nil {
			return err
		}
		if err := x.exports(cmd.Context()); err != nil {
			return err
		}
		x.status.close()
		tellVertical(notes(cmd), v)
		report := struct {
			*vertical.Vertical
			costs
		}{v, lossesOf(cmd).costs(x.client)}
		if err := writeReport(cmd, f.run.report, report); err != nil {
			return err
		}
		if err := o.indented(v); err != nil {
			return err
		}
		return x.checkComplete(cmd.Context())
	})
}

// check tells of flags and files with which the work would fail later.
func (f *learnFlags) check(samples []string) error {
	if f.run.domain == "" {
		return usagef("--domain is missing: what is one entity called, as in --domain book?")
	}
	if err := checkSamples(samples); err != nil {
		return err
	}
	if err := f.near.check(); err != nil {
		return err
	}
	return checkPaths("--corpus", f.corpora)
}

// evaluatorFlags say what tells how near words are in meaning, where it is not
// the pages and WordNet.
type evaluatorFlags struct{ vectors, embeddings, model string }

func (f *evaluatorFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.vectors, "vectors", "", "choose keywords by the word vectors in `file`, in the text format of word2vec or GloVe")
	flags.StringVar(&f.embeddings, "embeddings", "", "choose keywords by a model behind the OpenAI-compatible `URL`, as in http://localhost:11434/v1; its key in "+embedding.KeyVariable)
	flags.StringVar(&f.model, "embedding-model", "", "the model's name there")
	cmd.MarkFlagsMutuallyExclusive("vectors", "embeddings")
}

// check finds what would fail only after the site was explored.
func (f *evaluatorFlags) check() error {
	if f.vectors == "" {
		return nil
	}
	if _, err := os.Stat(f.vectors); err != nil {
		return usagef("--vectors: %w", err)
	}
	return nil
}

// evaluator is the one that the flags name, asked by a user agent's name, or nil.
func (f *evaluatorFlags) evaluator(name string) func(context.Context, []string) (keywords.Evaluator, error) {
	switch {
	case f.vectors != "":
		return func(_ context.Context, words []string) (keywords.Evaluator, error) {
			file, err := os.Open(f.vectors)
			if err != nil {
				return nil, fmt.Errorf("--vectors: %w", err)
			}
			defer file.Close()
			return keywords.ReadVectors(file, words)
		}
	case f.embeddings != "":
		return func(ctx context.Context, words []string) (keywords.Evaluator, error) {
			return embedding.Words(ctx, words, embedding.Options{Endpoint: f.embeddings, Model: f.model, UserAgent: name})
		}
	}
	return nil
}

// tellVertical prints the tables that a person checks before going on.
func tellVertical(w io.Writer, v *vertical.Vertical) {
	fmt.Fprintf(w, "%s: %d pages about one %s each\n\n%-28s %9s %9s\n", printable(v.Site), v.Pages, printable(v.Domain), "attribute", "coverage", "distinct")
	for _, a := range v.Attributes {
		mark := ""
		switch {
		case a.Name == v.Identifier:
			mark = "  names the entity"
		case a.Unasked:
			mark = "  not asked with"
		}
		fmt.Fprintf(w, "%-28.28s %9.2f %9.2f%s\n", printable(a.Name), a.Coverage, a.Distinct, mark)
	}
	fmt.Fprintf(w, "\n%-28s %10s %9s %9s\n", "related word", "similarity", "lsa", "wordnet")
	for _, r := range v.Related {
		mark := ""
		for _, k := range v.Keywords {
			if k == r.Word {
				mark = "  entity keyword"
			}
		}
		fmt.Fprintf(w, "%-28.28s %10.3f %9.3f %9.3f%s\n", printable(r.Word), r.Similarity, r.LSA, r.WordNet, mark)
	}
}
