import type { Logger } from "pino";

import { StoppedError } from "@linedesk/base";
import type { HoldSound } from "../../calls/conferences/conference-snapshot.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import { SoundError } from "../../calls/playback/sounds.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";

export interface AnnounceDeps {
  interpreter: DocumentRunner;
  playbacks: PlaybackController;
  logger: Logger;
}

/** What our own mistakes say is for the log. */
const UNEXPECTED = "the announcement could not be played";

/** Plays a document to all of a room, over their talk; the room's events tell how it went. */
export function announceInConference(
  conference: Conference,
  sound: HoldSound,
  services: AnnounceDeps,
): void {
  const call = conference.participants[0]?.call;
  if (!call) {
    return conference.handleAnnouncement(sound.url, { failure: "nobody is in the conference" });
  }
  const { interpreter, playbacks } = services;
  const signal = conference.ended;
  const play = async () => {
    const request = { ...sound, params: {} };
    await interpreter.runChain(request, {
      call,
      purpose: "hold",
      signal,
      player: playbacks.forRoom(conference.sid),
      requiresAudio: true,
    });
    conference.handleAnnouncement(sound.url, { failure: null });
  };
  play().catch((error: unknown) => {
    if (error instanceof StoppedError) {
      return;
    }
    const isExpected = error instanceof WebhookError || error instanceof SoundError;
    if (!isExpected) {
      services.logger.error({ err: error }, "announcement failed");
    }
    const failure = isExpected ? error.message : UNEXPECTED;
    conference.handleAnnouncement(sound.url, { failure });
  });
}
