import type { Translation } from "./translation.ts";
import type { winStatusWords } from "./win-status-words.ts";

export const winStatusWordsDe: Translation<typeof winStatusWords> = {
  to_collect: "abzuholen",
  collected: "abgeholt",
  sent: "verschickt",
  expired: "verfallen",
  withdrawn: "zurückgenommen",
};
