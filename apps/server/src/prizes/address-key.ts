/** Abbreviations in addresses and their full forms. */
const shortForms: Readonly<Record<string, string>> = {
  street: "st",
  road: "rd",
  avenue: "ave",
  lane: "ln",
  drive: "dr",
  place: "pl",
  crescent: "cres",
  highway: "hwy",
  parade: "pde",
  court: "ct",
};

/**
 * Returns the same key for equal addresses: it ignores case, accents, punctuation and common
 * abbreviations. Returns `null` for a text without a number, such as a suburb, which is not a full
 * address.
 */
export function addressKey(address: string): string | null {
  const plain = address.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain
    .replaceAll("/", " / ")
    .replaceAll(/[^\p{L}\p{N}/]+/gu, " ")
    .trim();
  const key = words
    .split(" ")
    .map((word) => shortForms[word] ?? word)
    .join(" ");
  return /\d/.test(key) ? key : null;
}
