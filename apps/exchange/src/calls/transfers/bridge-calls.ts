import { raceAbort, StoppedError } from "@linedesk/base";
import { BUILTIN_SOUNDS, type MediaPort } from "@linedesk/media";
import type { LiveCall } from "../live/live-call.ts";
import type { PlaybackController } from "../playback/playback-controller.ts";
import { relayDtmf } from "./relay-dtmf.ts";

export interface BridgeDeps {
  media: Pick<MediaPort, "joinRoom" | "leaveRoom" | "setMembership" | "sendDigits">;
  playbacks: PlaybackController;
}

/**
 * Bridges two calls. Resolves when one call ends, and rejects with the signal's reason. While one
 * party sends no media, the other party hears music.
 */
export async function bridgeCalls(
  calls: readonly [LiveCall, LiveCall],
  services: BridgeDeps,
  signal: AbortSignal,
): Promise<void> {
  const [first, second] = calls;
  const { media } = services;
  const room = `bridge-${first.sid}`;
  for (const { leg } of calls) {
    if (leg) {
      media.joinRoom(leg.id, room, { muted: false, hold: false });
    }
  }
  const watches = [
    watchMedia(first, second, services),
    watchMedia(second, first, services),
    first.input.onDigit((digit, way) => relayDtmf({ digit, way }, second, media)),
    second.input.onDigit((digit, way) => relayDtmf({ digit, way }, first, media)),
  ];
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => {
    for (const call of calls) {
      if (call.isOver) {
        resolve();
      }
      call.ended.addEventListener("abort", () => resolve(), { signal: over.signal });
    }
  });
  try {
    await raceAbort(ended, signal);
  } finally {
    over.abort();
    for (const stop of watches) {
      stop();
    }
    for (const call of calls) {
      if (call.leg && !call.isOver) {
        media.leaveRoom(call.leg.id);
      }
    }
  }
}

function watchMedia(call: LiveCall, other: LiveCall, services: BridgeDeps): () => void {
  let music: AbortController | null = null;
  function updateMusic() {
    const leg = other.leg;
    if (!leg || other.isOver || call.input.isSilent === (music !== null)) {
      return;
    }
    services.media.setMembership(leg.id, { hold: call.input.isSilent });
    music?.abort(new StoppedError("over"));
    music = call.input.isSilent ? new AbortController() : null;
    if (!music) {
      return;
    }
    const signal = AbortSignal.any([music.signal, other.ended]);
    // The music ends only when the signal stops it, so a rejection needs no report.
    services.playbacks
      .forLeg(leg.id)
      .play(BUILTIN_SOUNDS.holdMusic, 0, signal)
      .catch(() => undefined);
  }
  const stopListening = call.input.onMedia(updateMusic);
  updateMusic();
  return () => {
    stopListening();
    music?.abort(new StoppedError("over"));
  };
}
