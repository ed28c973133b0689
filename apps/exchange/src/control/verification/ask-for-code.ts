import type { Clock } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import { CodeInput } from "./code-input.ts";

const TRIES = 3;

export interface CodePromptDeps {
  clock: Clock;
  playbacks: PlaybackController;
}

interface CodePromptOptions {
  code: string;
  services: CodePromptDeps;
  signal: AbortSignal;
}

export async function askForCode(
  call: LiveCall,
  { code, services, signal }: CodePromptOptions,
  onRight: () => void,
): Promise<void> {
  const speaker = services.playbacks.forLeg(call.leg?.id ?? call.sid);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const keyed = new CodeInput(call, { length: code.length, clock: services.clock });
    const prompt = tries === 1 ? BUILTIN_SOUNDS.enterCode : BUILTIN_SOUNDS.wrongCode;
    await speaker.play(prompt, 1, AbortSignal.any([signal, keyed.received])).catch(() => {
      // A digit ends only the prompt; the end of the call ends the verification.
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
