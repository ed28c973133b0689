/** Letters whose accent cannot be removed, with the letters that people type for them. */
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
 * Folds case and accents of every script, in the same way for every language of browser and server.
 * `fold_text` does the same in the database.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[ςıøłđßæœ]/gu, (letter) => LETTERS[letter] ?? letter);
}
