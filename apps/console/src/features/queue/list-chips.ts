import { type Call, flagGlyphs } from "@linedesk/contract";
import { REGULAR_FROM } from "../../lib/read-win.ts";
import type { RowWords } from "./row-words.ts";

export interface RowChip {
  key: string;
  words: string;
  glyph?: string | undefined;
  before?: string;
  after?: string;
  title?: string | undefined;
  strong?: boolean;
  /** Is true for words without a frame. */
  isPlain?: true;
}

/**
 * Lists the facts that an operator needs before answering: first those that always fit, then flags
 * with their reasons, and the number of calls.
 */
export function listChips(call: Call, { queue: t, calls }: RowWords): RowChip[] {
  const { caller, phoneLine, callBack } = call;
  const { warning } = caller;
  const isKnown = caller.number !== null && call.direction === "inbound";
  const chips: RowChip[] = [];
  if (warning !== null) {
    const words = t(warning.kind, { reason: warning.reason });
    chips.push({ key: "warning", words, strong: true });
  }
  if (call.rehearsal === true) {
    chips.push({ key: "rehearsal", words: t("rehearsal"), strong: true });
  }
  if (callBack !== null && callBack.tries > 0) {
    chips.push({ key: "tries", words: t("tries", { count: callBack.tries }) });
  }
  for (const [at, { name, icon, reason }] of caller.flags.entries()) {
    const glyph = icon === undefined ? undefined : flagGlyphs[icon];
    const after = reason === "" ? "" : t("why", { reason });
    const title = reason === "" ? undefined : reason;
    chips.push({ key: `flag ${at}`, glyph, words: name, after, title });
  }
  if (call.sentBack === true) {
    chips.push({ key: "sentBack", words: t("sentBack") });
  }
  if (phoneLine?.priority === true) {
    chips.push({ key: "priority", words: t("priority") });
  }
  if (isKnown && caller.earlierCalls === 0) {
    chips.push({ key: "known", words: t("firstCall"), isPlain: true });
  }
  if (isKnown && caller.earlierCalls >= REGULAR_FROM) {
    const words = calls(String(caller.earlierCalls));
    chips.push({ key: "known", words, before: t("regular") });
  }
  return chips;
}
