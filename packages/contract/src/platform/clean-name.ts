import * as z from "zod/mini";

import { toUsualWidth } from "./fold-text.ts";

/** These characters reverse text or are invisible, so one name could look like another. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`;
/** In these scripts a joiner changes the shape of the letters beside it, so it is kept. */
const JOINED = ["Arab", "Syrc", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"]
  .concat(["Mlym", "Sinh", "Khmr", "Mymr", "Mong"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const NEEDED = [
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{EMod}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
];
const NEEDED_OR_UNSEEN = new RegExp([...NEEDED, `(${UNSEEN})`].join("|"), "gu");

/**
 * Returns a name in one line and in letters of the usual width, without control characters, lone
 * surrogates, and characters that nobody sees or that reverse text.
 */
export function cleanName(name: string): string {
  return toUsualWidth(name)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(NEEDED_OR_UNSEEN, (found, unseen?: string) => (unseen === undefined ? found : ""))
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .trim();
}

/** A check for schemas of names, in the place of `z.trim()`. */
export function cleaned() {
  return z.overwrite<string>(cleanName);
}
