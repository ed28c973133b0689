import { EspeakSpeech, hasEspeak } from "./espeak.ts";
import { createRecordedSpeech } from "./recorded-prompts.ts";
import type { Speech } from "./speech.ts";

/** espeak-ng where it is installed and wanted, else our recordings; found out at first use. */
export function createSpeech(isWanted: boolean): Speech {
  let chosen: Promise<Speech> | null = null;
  const choose = async () =>
    isWanted && (await hasEspeak()) ? new EspeakSpeech() : createRecordedSpeech();
  return {
    async speak(request, signal) {
      chosen ??= choose();
      return (await chosen).speak(request, signal);
    },
    async close() {
      await (await chosen)?.close();
    },
  };
}
