interface NameParts {
  first: string;
  middle: string;
  last: string;
}

/** Names in Chinese, Japanese and Korean writing. */
const EASTERN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\s]+$/u;

/**
 * Joins the parts of a name in the order in which people say it: the family name is last, but first
 * in Chinese, Japanese and Korean writing.
 */
export function joinName({ first, middle, last }: NameParts): string {
  const parts = [first, middle, last].filter((part) => part.trim() !== "");
  const isEastern = EASTERN.test(parts.join(""));
  const ordered = isEastern ? [last, first, middle].filter((part) => part.trim() !== "") : parts;
  return ordered.join(" ");
}
