/** What people write in short or in full. */
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
 * By which two addresses are the same: case, accents, punctuation and the usual short forms do not
 * count. Null for a text without a number, as a suburb alone, which is nobody's address.
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
