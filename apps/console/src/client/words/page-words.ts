import { createTranslator, type Messages } from "use-intl/core";

import { DEFAULT_LOCALE } from "@linedesk/contract";
import { failureMessages } from "./failure-messages.ts";
import { noticeMessages } from "./notice-messages.ts";
import type { GivenReason, ReasonWriter } from "./reasons/reason-writer.ts";

/** The words for text outside components: failures and the desk's reports. */
export interface PageWords {
  locale: string;
  messages: Pick<Messages, "failures" | "notices">;
  /** Writes the words of the server's reasons; `null` until the chunk with them is loaded. */
  writeReason: ReasonWriter | null;
}

function speak({ locale, messages, writeReason }: PageWords) {
  const { failures, notices } = messages;
  const translate = createTranslator({ locale, messages: { failures, notices } });
  return { translate, writeReason };
}

/** A page never changes its language, so the language is module state. */
let spoken = speak({
  locale: DEFAULT_LOCALE,
  messages: { failures: failureMessages, notices: noticeMessages },
  writeReason: null,
});

/** Sets the language of the page; returns a function that restores the former one, for tests. */
export function setPageWords(words: PageWords): () => void {
  const before = spoken;
  spoken = speak(words);
  return () => {
    spoken = before;
  };
}

/** Adds the words of the reasons when their chunk arrives. */
export function setReasonWriter(writeReason: ReasonWriter | null): void {
  spoken = { ...spoken, writeReason };
}

/** Returns the translator of the page, for code that cannot use a hook. */
export function pageWords(): typeof spoken.translate {
  return spoken.translate;
}

/** The server's word for a withheld number. */
const WITHHELD = "Private";

export function readWithheld(sent: unknown): unknown {
  const words = spoken.translate("notices.withheldNumber");
  return words === WITHHELD ? sent : replaceWithheld(sent, words);
}

function replaceWithheld(sent: unknown, words: string): unknown {
  if (typeof sent !== "object" || sent === null) {
    return sent;
  }
  if (Array.isArray(sent)) {
    return sent.map((item) => replaceWithheld(item, words));
  }
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      key === "numberDisplay" && value === WITHHELD ? words : replaceWithheld(value, words),
    ]),
  );
}

/**
 * Returns the reason in the language of the page, or the server's English sentence until the words
 * are loaded; `null` for a reason without words.
 */
export function readReason(given: GivenReason): string | null {
  const { writeReason } = spoken;
  return writeReason === null ? (given.message ?? null) : writeReason(given);
}
