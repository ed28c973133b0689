import type { Logger } from "pino";

import { type Clock, sleep, TWILIO_CODES } from "@linedesk/base";
import type { AudioSource, MediaPort } from "@linedesk/media";
import type { LiveCall } from "../live/live-call.ts";
import type { AudioPlayer } from "./playback-controller.ts";

export class SoundError extends Error {
  override readonly name = "SoundError";
  readonly code = "sound_failed";
}

export interface SoundDeps {
  clock: Clock;
  logger: Logger;
  media: MediaPort;
}

export interface SoundScope {
  call: LiveCall;
  player: AudioPlayer;
  signal: AbortSignal;
  /** Is true when a sound that fails stops the document, so that the next verb does not run. */
  requiresAudio: boolean;
  services: SoundDeps;
}

/** Plays to the end. A failure is logged, and ends a document that requires audio. */
export async function playSound(
  source: AudioSource,
  loop: number,
  scope: SoundScope,
): Promise<void> {
  const end = await scope.player.play(source, loop, scope.signal);
  if (end.reason !== "failed") {
    return;
  }
  const isSpeech = source.type === "file";
  const errorCode = isSpeech ? TWILIO_CODES.SAY_FAILED : TWILIO_CODES.PLAY_FAILED;
  reportSoundFailure(end.message, errorCode, scope);
}

/**
 * Logs the failure with the verb's code: 13420 for Play, 13512 and 13520 for Say. Throws SoundError
 * if the document requires audio.
 */
export function reportSoundFailure(message: string, errorCode: number, scope: SoundScope): void {
  scope.call.logError("sound", { errorCode, message });
  scope.services.logger.warn({ callSid: scope.call.sid, code: errorCode }, "sound playback failed");
  if (scope.requiresAudio) {
    throw new SoundError(message);
  }
}

const DIGIT_MS = 250;
const PAUSE_MS: Record<string, number> = { w: 500, W: 1000 };

/**
 * Sends digits to the far end: telephone events to a telephone, audible tones to a browser, which
 * does not process events.
 */
export async function sendDtmfDigits(digits: string, scope: SoundScope): Promise<void> {
  const { call, services, signal } = scope;
  const { leg } = call;
  if (leg?.kind !== "sip") {
    return playSound({ type: "tones", digits }, 1, scope);
  }
  for (const piece of digits.match(/[wW]|[^wW]+/g) ?? []) {
    const pauseMs = PAUSE_MS[piece];
    const isKeyed = pauseMs !== undefined || leg.sendDtmf?.(piece) === true;
    if (!isKeyed) {
      services.media.sendDigits(leg.id, piece);
    }
    await sleep(services.clock, pauseMs ?? piece.length * DIGIT_MS, signal);
  }
}
