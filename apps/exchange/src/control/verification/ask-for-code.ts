import { BUILTIN_SOUNDS } from "@linedesk/media";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import { sendDtmfDigits, type SoundDeps } from "../../calls/playback/sounds.ts";
import { CodeInput } from "./code-input.ts";

const TRIES = 3;

export interface CodePromptDeps extends SoundDeps {
  playbacks: PlaybackController;
}

interface CodePromptOptions {
  code: string;
  /** Keyed first, to get through to the person. */
  extension: string;
  services: CodePromptDeps;
  signal: AbortSignal;
}

/** Asks three times at most, and says how it went. Rejects with the signal's reason. */
export async function askForCode(
  call: LiveCall,
  { code, extension, services, signal }: CodePromptOptions,
  onRight: () => void,
): Promise<void> {
  const speaker = services.playbacks.forLeg(call.leg?.id ?? call.sid);
  if (extension !== "") {
    await sendDtmfDigits(extension, {
      call,
      services,
      signal,
      player: speaker,
      requiresAudio: false,
    });
  }
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const keyed = new CodeInput(call, { length: code.length, clock: services.clock });
    const prompt = tries === 1 ? BUILTIN_SOUNDS.enterCode : BUILTIN_SOUNDS.wrongCode;
    await speaker.play(prompt, 1, AbortSignal.any([signal, keyed.received])).catch(() => {
      // Somebody who keys has understood; the end of the call is another matter.
      signal.throwIfAborted();
    });
    if ((await keyed.read(signal)) !== code) {
      continue;
    }
    onRight();
    await speaker.play(BUILTIN_SOUNDS.codeAccepted, 1, signal);
    return;
  }
  await speaker.play(BUILTIN_SOUNDS.codeRefused, 1, signal);
}
