import type { RowChip } from "./list-chips.ts";

/** The number of letters that certainly fit, even where the column is narrowest. */
export const SURE_ROOM = { number: 12, place: 7, name: 18, point: 24, chip: 13, action: 8 };

export function isCut(text: string, sure: number): true | undefined {
  return text.length > sure || undefined;
}

/** Upper bounds in pixels of a letter's width in each font, with its margins. */
const LETTER = { name: 11, chip: 8, tag: 16 };
const CHIP_EDGES = 17;
const MARK = 22;
/**
 * The width in px of the caller's column in the narrowest list without the words around the flags
 * (`usual`) and with them (`ample`). The CSS has the widths of these lists.
 */
const COLUMN = { usual: 302, ample: 386 };
/** The part of the caller's column for the chips in px, as in the CSS. */
const CHIPS = { usual: 205, ample: 262 };

interface WhoLine {
  name: string;
  /** The station's tag, or an empty text. */
  tag: string;
  marks: number;
  chips: readonly Pick<RowChip, "glyph" | "before" | "words" | "after">[];
}

/** Returns true when the line may not fit. Clipping a line that fits would slow down scrolling. */
export function isNameClipped({ name, tag, marks, chips }: WhoLine): true | undefined {
  const rest = name.length * LETTER.name + tag.length * LETTER.tag + marks * MARK;
  let [usual, ample] = [0, 0];
  for (const { glyph = "", before = "", words, after = "" } of chips) {
    usual += `${glyph} ${words}`.length * LETTER.chip + CHIP_EDGES;
    ample += (before + after).length * LETTER.chip;
  }
  ample += usual;
  const isLong = rest + usual > COLUMN.usual || rest + ample > COLUMN.ample;
  return isLong || usual > CHIPS.usual || ample > CHIPS.ample || undefined;
}
