import { EspeakSpeech, hasEspeak } from "./espeak.ts";
import { createRecordedSpeech } from "./recorded-prompts.ts";
import type { Speech } from "./speech.ts";

/** Returns speech by espeak-ng if it is enabled and installed, and else only our recordings. */
export function createSpeech(
  isWanted: boolean,
  environment: Readonly<Record<string, string>>,
): Speech {
  const isSpoken = isWanted && hasEspeak(environment);
  return isSpoken ? new EspeakSpeech(environment) : createRecordedSpeech();
}
