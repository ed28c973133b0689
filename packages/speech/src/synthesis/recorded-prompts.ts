import type { AudioSource } from "@linedesk/media";
import { SpeechError, type Speech } from "./speech.ts";

/** The words of the digits 0 to 9, spoken one by one. */
const DIGIT_WORDS: readonly string[] = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
];

const WORDS: Record<string, string> = {
  apology: "we are sorry an application error has occurred goodbye",
  "line-closed": "thank you for calling this line is closed at the moment please call again later",
  "please-hold": "please hold the line",
  "not-in-service": "the number you have called is not in service",
  "cannot-connect": "your call cannot be connected",
  goodbye: "goodbye",
};

/** The built-in sounds by their words. The words are in lower case and without punctuation. */
const RECORDED = new Map<string, AudioSource>([
  ...Object.entries(WORDS).map(([name, words]) => [words, { type: "builtin", name }] as const),
  ...DIGIT_WORDS.flatMap((word, digit) =>
    [word, String(digit)].map(
      (text) => [text, { type: "builtin", name: `digit-${digit}` }] as const,
    ),
  ),
]);

/** Returns our recording of a sentence, or `null` if there is none. */
export function recordedPrompt(text: string): AudioSource | null {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return RECORDED.get(plain) ?? null;
}

/** Returns speech that needs no synthesiser, because it plays only recorded sentences. */
export function createRecordedSpeech(): Speech {
  return {
    async speak({ text }) {
      const source = recordedPrompt(text);
      if (source) {
        return source;
      }
      throw new SpeechError(
        "free text needs espeak-ng, which is not installed (apt install espeak-ng)",
      );
    },
    close: () => Promise.resolve(),
  };
}
