import { Stopped } from "@linedesk/base";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { HoldSound } from "../../calls/conferences/room-view.ts";
import { SoundError } from "../../calls/playback/sounds.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";

/** Plays a document to all of a room, over their talk; the room's events tell how it went. */
export function announceInRoom(
  conference: Conference,
  sound: HoldSound,
  services: CoreServices,
): void {
  const asked = conference.participants[0]?.call;
  if (!asked) {
    return conference.announced(false);
  }
  const { interpreter, playbacks } = services;
  const signal = conference.ended;
  const play = async () => {
    const request = { ...sound, params: {} };
    await interpreter.runChain(request, {
      call: asked,
      place: "hold",
      signal,
      speaker: playbacks.inRoom(conference.sid),
      mustSound: true,
    });
    conference.announced(true);
  };
  play().catch((error: unknown) => {
    if (error instanceof Stopped) {
      return;
    }
    const isExpected = error instanceof WebhookError || error instanceof SoundError;
    if (!isExpected) {
      services.logger.error({ err: error }, "announcement failed");
    }
    conference.announced(false);
  });
}
