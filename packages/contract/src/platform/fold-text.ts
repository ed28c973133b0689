/**
 * Letters from which no accent can be removed, and signs of certain scripts, each with the text
 * that people type in its place.
 */
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
  ĳ: "ij",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ə: "e",
  ĸ: "k",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ɛ: "e",
  ɔ: "o",
  ɲ: "n",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  "׳": "'",
  "՚": "'",
  "״": '"',
  "־": "-",
  "֊": "-",
  "・": "·",
  "،": ",",
};
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * Accents, the signs that Hawaiian and transcriptions write like an apostrophe, the Arabic tatweel,
 * and the points of Hebrew and Arabic, which people seldom type.
 */
const DROPPED =
  /[\u02BB\u02BE\u02BF\u0640]|[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]/gu;

/** Characters of double or half width, and joined letters such as `ﬁ`. */
const UNUSUAL_WIDTH = /[\u3000\uFB00-\uFB06\uFF01-\uFF5E\uFF61-\uFF9F]+/g;

/** Returns the text in usual width. Asian keyboards also type Latin letters in double width. */
export function toUsualWidth(text: string): string {
  return text.replaceAll(UNUSUAL_WIDTH, (found) => found.normalize("NFKC"));
}

/**
 * Folds case and accents of every script, in the same way for every language of browser and server.
 * `fold_text` does the same in the database.
 */
export function foldText(text: string): string {
  return toUsualWidth(text)
    .normalize("NFD")
    .replaceAll(DROPPED, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(FOLDED, (letter) => LETTERS[letter] ?? letter);
}
