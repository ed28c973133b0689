/** Letters that have no accent to take off, as those who search may write them. */
const LETTERS: Record<string, string> = {
  ς: "σ",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/**
 * A name without case and accents, in every script, whatever language the browser or the server
 * speaks; `fold_text` does the same in the database.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[ςıøłđßæœ]/gu, (letter) => LETTERS[letter] ?? letter);
}
