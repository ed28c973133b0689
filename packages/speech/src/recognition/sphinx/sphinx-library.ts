import { createRequire } from "node:module";

type Native = (...values: unknown[]) => unknown;

interface ForeignLibrary {
  func(prototype: string): Native;
}

/** What of the package is used; it is not there on machines that it has no binary for. */
interface ForeignFunctions {
  load(file: string): ForeignLibrary;
}

const PROTOTYPES = {
  "libsphinxbase.so.3": {
    parseOptions: "void *cmd_ln_parse_r(void *, void *, int32_t, char **, int32_t)",
    silence: "void err_set_logfp(void *)",
    fromLog: "double logmath_exp(void *, int)",
  },
  "libpocketsphinx.so.3": {
    options: "void *ps_args()",
    open: "void *ps_init(void *)",
    logMath: "void *ps_get_logmath(void *)",
    begin: "int ps_start_utt(void *)",
    beginStream: "int ps_start_stream(void *)",
    feed: "int ps_process_raw(void *, int16_t *, size_t, int, int)",
    end: "int ps_end_utt(void *)",
    hypothesis: "str ps_get_hyp(void *, _Out_ int32_t *)",
    words: "void *ps_seg_iter(void *)",
    nextWord: "void *ps_seg_next(void *)",
    word: "str ps_seg_word(void *)",
    wordProbability:
      "int32_t ps_seg_prob(void *, _Out_ int32_t *, _Out_ int32_t *, _Out_ int32_t *)",
    setGrammar: "int ps_set_jsgf_string(void *, str, str)",
    select: "int ps_set_search(void *, str)",
    addWord: "int ps_add_word(void *, str, str, int)",
    pronunciation: "str ps_lookup_word(void *, str)",
  },
} as const;

type Prototypes = typeof PROTOTYPES;
type Names = { [File in keyof Prototypes]: keyof Prototypes[File] }[keyof Prototypes];

/** The functions of Debian's libpocketsphinx3 by names of ours. Throws where it is not there. */
export function openSphinxLibrary(): Record<Names, Native> {
  const foreign = createRequire(import.meta.url)("koffi") as ForeignFunctions;
  const functions = Object.entries(PROTOTYPES).flatMap(([file, prototypes]) => {
    const library = foreign.load(file);
    return Object.entries(prototypes).map(([name, type]) => [name, library.func(type)] as const);
  });
  return Object.fromEntries(functions) as Record<Names, Native>;
}
