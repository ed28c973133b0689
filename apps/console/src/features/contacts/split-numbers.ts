/** The minimum number of digits of a telephone number. Shorter parts are extensions. */
const LEAST_DIGITS = 6;

/** Returns the numbers of a cell, which may contain several: `0491 570 006 ::: 02 5550 0101`. */
export function splitNumbers(cell: string): string[] {
  const parts = cell
    .split(/:::|[\n|]|;(?! ?ext=)|,|\s\/\s|\/(?= ?[+0])|\s(?:or|oder|ou|und|and)\s/iu)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const areNumbers = parts.every((part) => countDigits(part) >= LEAST_DIGITS);
  return parts.length > 1 && areNumbers ? parts : cell.trim() === "" ? [] : [cell.trim()];
}

function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/** Matches the words that people write in place of a telephone number that does not exist. */
const PLACEHOLDER =
  /^(?:[\s\-–—.?*/_]+|0|n\.?\s?\/?\s?a\.?|nil|none|null|no|unlisted|unknown|private|silent|keine?|k\.\s?a\.?|unbekannt|aucune?|néant|ningun[oa]?|nessuno|geen|brak)$/iu;

export function isPlaceholder(cell: string): boolean {
  return PLACEHOLDER.test(cell.trim());
}
