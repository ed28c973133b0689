import * as z from "zod/mini";

export const flagIcons = [
  "star",
  "heart",
  "alert",
  "ban",
  "note",
  "flag",
  "clock",
  "diamond",
] as const;
export const flagIcon = z.enum(flagIcons);
export type FlagIcon = z.output<typeof flagIcon>;

/** The plain-text glyph of each flag icon. It needs no image request. */
export const flagGlyphs: Readonly<Record<FlagIcon, string>> = {
  star: "\u2605",
  heart: "\u2665\uFE0E",
  alert: "\u26A0\uFE0E",
  ban: "\u2298",
  note: "\u266A",
  flag: "\u2691",
  clock: "\u25F7",
  diamond: "\u25C6",
};
