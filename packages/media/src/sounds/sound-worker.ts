import { parentPort } from "node:worker_threads";

import type { SoundFormat } from "../decoders/sound-format.ts";
import { MediaError } from "../media-error.ts";
import { convertSound } from "./convert-sound.ts";
import { decodeSound, readSound } from "./decode-sound.ts";
import { measureSound } from "./measure-sound.ts";
import type { DecodeAnswer, DecodeRequest } from "./sound-decoder.ts";

// Decodes one sound after the other, outside of the mixer and the calls.
parentPort?.on("message", (request: DecodeRequest) => {
  void work(request).then(answer, (error: unknown) =>
    answer({
      id: request.id,
      error: error instanceof Error ? error.message : String(error),
      code: error instanceof MediaError ? error.code : "sound_unreadable",
    }),
  );
});

async function work({ id, bytes, task }: DecodeRequest): Promise<DecodeAnswer> {
  if (task.type === "decode") {
    return { id, samples: await decodeSound(bytes, task) };
  }
  const { liveFormat, maxFileBytes } = task;
  const sound = await readSound(bytes, liveFormat);
  const isConverted = maxFileBytes !== null && !isPlayedEverywhere(sound.format);
  const converted = isConverted ? await convertSound(sound, maxFileBytes) : null;
  return { id, measures: measureSound(sound), converted };
}

function isPlayedEverywhere(format: SoundFormat): boolean {
  return format === "wav" || format === "mp3" || format === "ogg";
}

function answer(message: DecodeAnswer): void {
  parentPort?.postMessage(message);
}
