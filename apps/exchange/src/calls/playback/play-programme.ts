import { sleep, TWILIO_CODES } from "@linedesk/base";
import type { AudioSource } from "@linedesk/media";
import { playSound, reportSoundFailure, type SoundScope } from "./sounds.ts";

/** So long there is music before a stream that could not be had is asked for again. */
const RETRY_MS = 30_000;

/**
 * An endless stream, and the music at `musicUrl` while it gives no sound or cannot be had at all.
 * Ends where the stream is over, or where neither can be played.
 */
export async function playProgramme(
  source: Extract<AudioSource, { type: "url" }> & { musicUrl: string },
  scope: SoundScope,
): Promise<void> {
  let isNoted = false;
  for (;;) {
    const end = await scope.player.play(source, 0, scope.signal);
    if (end.reason !== "failed") {
      return;
    }
    if (!isNoted) {
      isNoted = true;
      reportSoundFailure(end.message, TWILIO_CODES.PLAY_FAILED, { ...scope, requiresAudio: false });
    }
    if ((await playMusic(source.musicUrl, scope)) === "over") {
      return;
    }
  }
}

/** Until it is time to ask for the stream again; `over` where it cannot be played either. */
async function playMusic(url: string, scope: SoundScope): Promise<"over" | "played"> {
  const ending = new AbortController();
  const signal = AbortSignal.any([scope.signal, ending.signal]);
  const played = playSound({ type: "url", url }, 0, { ...scope, signal }).then(
    () => "over" as const,
  );
  const waited = sleep(scope.services.clock, RETRY_MS, signal).then(() => "played" as const);
  // Whichever of them is stopped has nothing to report.
  played.catch(() => undefined);
  waited.catch(() => undefined);
  try {
    return await Promise.race([played, waited]);
  } finally {
    ending.abort();
  }
}
