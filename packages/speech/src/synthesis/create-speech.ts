import { EspeakSpeech, hasEspeak } from "./espeak.ts";
import { createRecordedSpeech } from "./recorded-prompts.ts";
import type { Speech } from "./speech.ts";

/** espeak-ng where it is installed and wanted, else our recordings. */
export function createSpeech(
  isWanted: boolean,
  environment: Readonly<Record<string, string>>,
): Speech {
  const isSpoken = isWanted && hasEspeak(environment);
  return isSpoken ? new EspeakSpeech(environment) : createRecordedSpeech();
}
