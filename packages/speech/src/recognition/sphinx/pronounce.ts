import { execFileSync } from "node:child_process";

/** Phones of espeak-ng's English, as the International Phonetic Alphabet has them, in ARPAbet. */
const PHONES = new Map(
  [
    "p P, b B, t T, d D, k K, ɡ G, g G, ʔ T, ɾ T, x K, tʃ CH, dʒ JH, f F, v V, θ TH, ð DH",
    "s S, z Z, ʃ SH, ʒ ZH, h HH, ç HH, m M, n N, ŋ NG, l L, ɬ L, r R, ɹ R, j Y, w W",
    "ɑː AA, ɑ AA, ɒ AA, a AE, æ AE, ʌ AH, ɐ AH, ə AH, ᵻ IH, ɔː AO, ɔ AO, ɛ EH, e EH, ɜː ER",
    "ɚ ER, ɪ IH, i IY, iː IY, ʊ UH, u UW, uː UW, aɪ AY, aʊ AW, eɪ EY, oʊ OW, əʊ OW, o OW",
    "oː AO, ɔɪ OY, iə IY AH, əl AH L, aɪə AY AH, aɪɚ AY ER, ɑːɹ AA R, ɔːɹ AO R, oːɹ AO R",
    "ɛɹ EH R, ɪɹ IH R, ʊɹ UH R, n̩ AH N",
  ]
    .join(", ")
    .split(", ")
    .map((pair) => {
      const [ipa = "", ...phones] = pair.split(" ");
      return [ipa, phones.join(" ")] as const;
    }),
);
const stressMarks = /[ˈˌ]/g;
const MAX_RUN_MS = 3000;

/** ARPAbet of what espeak-ng writes with `--ipa --sep=_`; null where a phone is not English. */
export function toArpabet(ipa: string): string | null {
  const phones = ipa
    .replace(stressMarks, "")
    .split("_")
    .filter((phone) => phone !== "");
  const found = phones.map((phone) => toPhones(phone));
  return found.length === 0 || found.includes(null) ? null : found.join(" ");
}

function toPhones(phone: string): string | null {
  return PHONES.get(phone) ?? PHONES.get(phone.replaceAll("ː", "")) ?? null;
}

/** How espeak-ng would say each word; without it, and for what it cannot say, there is nothing. */
export function pronounce(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Map<string, string> {
  const pronunciations = new Map<string, string>();
  if (words.length === 0) {
    return pronunciations;
  }
  const lines = runEspeak(words, environment).split("\n");
  words.forEach((word, at) => {
    const phones = toArpabet((lines[at] ?? "").trim().replaceAll(" ", "_"));
    if (phones !== null) {
      pronunciations.set(word, phones);
    }
  });
  return pronunciations;
}

function runEspeak(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): string {
  try {
    return execFileSync("espeak-ng", ["-v", "en-us", "-q", "--ipa", "--sep=_", "--stdin"], {
      // A full stop keeps two lines from being one sentence.
      input: words.map((word) => `${word}.`).join("\n"),
      encoding: "utf8",
      timeout: MAX_RUN_MS,
      env: { ...environment, NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch {
    // It is not installed: words that nobody knows are left out of the grammar.
    return "";
  }
}
