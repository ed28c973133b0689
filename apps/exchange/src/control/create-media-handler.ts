import type { MediaEvent } from "@linedesk/media";
import type { LiveCall } from "../calls/live/live-call.ts";
import type { PlaybackController } from "../calls/playback/playback-controller.ts";
import type { Recordings } from "../calls/recordings/recordings.ts";
import type { CallRegistry } from "../calls/registry/call-registry.ts";

interface MediaHandlerDeps {
  playbacks: PlaybackController;
  recordings: Recordings;
  registry: CallRegistry;
}

export function createMediaHandler(deps: MediaHandlerDeps): (event: MediaEvent) => void {
  return (event) => {
    if (event.type === "playback.ended") {
      return deps.playbacks.handle(event);
    }
    if ("recording" in event) {
      return deps.recordings.handleMedia(event);
    }
    if (event.type === "leg.closed") {
      return deps.registry.storeStats(event.leg, event.stats);
    }
    const call = deps.registry.byLeg(event.leg);
    return call ? handleLegEvent(call, event) : undefined;
  };
}

type LegEvent = Exclude<
  Extract<MediaEvent, { leg: string }>,
  { type: "leg.closed" } | { type: "playback.ended" } | { recording: string }
>;

function handleLegEvent(call: LiveCall, event: LegEvent): void {
  switch (event.type) {
    case "leg.connected":
      // The packets prove that a telephone which lost its connection in a restart still has the
      // call.
      return call.leg?.setSilent?.(false);
    case "leg.source":
      return call.leg?.handleSource?.(event.source);
    case "leg.media_lost":
      return call.handleMedia("lost");
    case "leg.media_restored":
      return call.handleMedia("restored");
    case "leg.digit":
      return call.handleDigit(event.digit, event.isInBand === true ? "inband" : "rfc4733");
    case "leg.speech":
      return call.input.handleSpeech(event.isSpeaking);
    case "leg.programme":
      return call.input.handleProgramme({ isAudible: event.isAudible, lagMs: event.lagMs });
    case "leg.failed":
      return call.hangUp({ cause: "media-lost", message: event.message });
  }
}
