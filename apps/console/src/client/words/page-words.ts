import { createTranslator, type Messages } from "use-intl/core";

import { failureMessages } from "./failure-messages.ts";
import { noticeMessages } from "./notice-messages.ts";
import { type ServerSentences, translateSentence } from "./server-sentences.ts";

/** The words of what no component draws itself: failures, and what the desk reports. */
export interface PageWords {
  locale: string;
  messages: Pick<Messages, "failures" | "notices">;
  sentences: ServerSentences | null;
}

function speak({ locale, messages, sentences }: PageWords) {
  const { failures, notices } = messages;
  return { translate: createTranslator({ locale, messages: { failures, notices } }), sentences };
}

/** A page has one language while it lives, so module state holds it. */
let spoken = speak({
  locale: "en-AU",
  messages: { failures: failureMessages, notices: noticeMessages },
  sentences: null,
});

/** Sets the language of the page; returns how to go back to the one before, for tests. */
export function setPageWords(words: PageWords): () => void {
  const before = spoken;
  spoken = speak(words);
  return () => {
    spoken = before;
  };
}

/** The translator of the page, for where no hook reaches. */
export function pageWords(): typeof spoken.translate {
  return spoken.translate;
}

/** As the server writes a number that was withheld. */
const WITHHELD = "Private";

export function readWithheld(sent: unknown): unknown {
  if (spoken.sentences === null || typeof sent !== "object" || sent === null) {
    return sent;
  }
  if (Array.isArray(sent)) {
    return sent.map(readWithheld);
  }
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      key === "numberDisplay" && value === WITHHELD ? readSentence(value) : readWithheld(value),
    ]),
  );
}

/** A sentence of the server in the language of the page; null where it is not known there. */
export function readSentence(message: string): string | null {
  return spoken.sentences === null ? message : translateSentence(message, spoken.sentences);
}
