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
  ð: "d",
  þ: "th",
};

/** Accents, and the signs that Hawaiian and transcriptions write like an apostrophe. */
const DROPPED = /[\u0300-\u036F\u02BB\u02BE\u02BF]/gu;

/**
 * Folds case and accents of every script, in the same way for every language of browser and server.
 * `fold_text` does the same in the database.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(DROPPED, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[ςıøłđßæœðþ]/gu, (letter) => LETTERS[letter] ?? letter);
}
