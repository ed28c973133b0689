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

/** What a flag may be drawn with: plain text, which needs no picture to be fetched. */
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
