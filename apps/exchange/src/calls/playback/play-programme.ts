import { sleep, TWILIO_CODES } from "@linedesk/base";
import type { AudioSource } from "@linedesk/media";
import { playSound, reportSoundFailure, type SoundScope } from "./sounds.ts";

/** After a stream has failed, the music plays for this long before the next request. */
const RETRY_MS = 30_000;

/**
 * Plays an endless stream, and the music at `musicUrl` while the stream is silent or unavailable.
 * Ends when the stream is over, or when neither can be played.
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

/** Plays until the next try of the stream; returns `over` when the music fails as well. */
async function playMusic(url: string, scope: SoundScope): Promise<"over" | "played"> {
  const ending = new AbortController();
  const signal = AbortSignal.any([scope.signal, ending.signal]);
  const played = playSound({ type: "url", url }, 0, { ...scope, signal }).then(
    () => "over" as const,
  );
  const waited = sleep(scope.services.clock, RETRY_MS, signal).then(() => "played" as const);
  // The sound that was stopped has nothing to report.
  played.catch(() => undefined);
  waited.catch(() => undefined);
  try {
    return await Promise.race([played, waited]);
  } finally {
    ending.abort();
  }
}
