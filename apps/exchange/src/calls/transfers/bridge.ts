import { orAborted, Stopped } from "@linedesk/base";
import { BUILTIN } from "@linedesk/speech";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import type { LiveCall } from "../live/live-call.ts";
import { passKey } from "./pass-key.ts";

/**
 * Lets two calls talk until one ends or the signal stops it; rejects with the signal's reason
 * then. When the media of one goes silent, the other hears music until it is back.
 */
export async function bridge(
  calls: readonly [LiveCall, LiveCall],
  services: CoreServices,
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
  const tidy = [
    watchMedia(first, second, services),
    watchMedia(second, first, services),
    first.ears.onDigit((digit, way) => passKey({ digit, way }, second, media)),
    second.ears.onDigit((digit, way) => passKey({ digit, way }, first, media)),
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
    await orAborted(ended, signal);
  } finally {
    over.abort();
    for (const stop of tidy) {
      stop();
    }
    for (const call of calls) {
      if (call.leg && !call.isOver) {
        media.leaveRoom(call.leg.id);
      }
    }
  }
}

function watchMedia(call: LiveCall, other: LiveCall, services: CoreServices): () => void {
  let music: AbortController | null = null;
  function settle() {
    const leg = other.leg;
    if (!leg || other.isOver || call.ears.isSilent === (music !== null)) {
      return;
    }
    services.media.setMembership(leg.id, { hold: call.ears.isSilent });
    music?.abort(new Stopped("over"));
    music = call.ears.isSilent ? new AbortController() : null;
    if (!music) {
      return;
    }
    const signal = AbortSignal.any([music.signal, other.ended]);
    // Being stopped is the only way in which it ends.
    services.playbacks
      .onLeg(leg.id)
      .play(BUILTIN.holdMusic, 0, signal)
      .catch(() => undefined);
  }
  const stopListening = call.ears.onMedia(settle);
  settle();
  return () => {
    stopListening();
    music?.abort(new Stopped("over"));
  };
}
