import { orAborted } from "@linedesk/base";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { flagOf, numberOf, wordsOf } from "../document/attributes.ts";
import { elementsIn } from "../document/element.ts";
import type { VerbScope } from "../document/verb.ts";
import { GatherRun } from "./gather-run.ts";
import type { GatherInput, GatherWish } from "./gather-state.ts";
import { noteValues } from "./note-values.ts";
import { SpeechInput } from "./speech-input.ts";
import { readSpeechWish, type SpeechWish } from "./speech-wish.ts";

export type GatherMode = "dtmf" | "speech";

/** What a `<Gather>` listens for: keys unless told otherwise. */
export function modesOf(element: Element): GatherMode[] {
  const modes = wordsOf(element, "input", ["dtmf", "speech"] as const);
  return modes.length === 0 ? ["dtmf"] : modes;
}

export interface Collected {
  input: GatherInput;
  /** Null where no speech was asked for. */
  speech: SpeechWish | null;
}

/** Plays the prompts and waits for keys or speech. Rejects with the signal's reason alone. */
export async function collectInput(element: Element, scope: VerbScope): Promise<Collected> {
  const { call, services, signal } = scope;
  noteValues(element, call);
  const timeoutMs = numberOf(element, "timeout", { fallback: 5, min: 1, max: 600 }) * 1000;
  const modes = modesOf(element);
  const wish = wishOf(element, modes);
  const untilInput = new AbortController();
  const run = new GatherRun({
    wish,
    timeoutMs,
    clock: services.clock,
    onPromptsOver: () => untilInput.abort(new InputGiven()),
    onSpeechComplete: () => speechInput?.complete(),
    onSpeechOver: () => speechInput?.close(),
  });
  const speech = modes.includes("speech") ? readSpeechWish(element, timeoutMs, call) : null;
  let speechInput: SpeechInput | null = null;
  const stopKeys = call.ears.onDigit((key) => run.dispatch({ type: "key.pressed", key }));
  try {
    if (speech) {
      speechInput = await hearing(element, { speech, scope, run });
    }
    if (wish.bargesIn) {
      speechInput?.listen();
    }
    await playPrompts(element, scope, AbortSignal.any([signal, untilInput.signal]));
    if (!wish.bargesIn) {
      speechInput?.listen();
    }
    run.dispatch({ type: "prompts.ended" });
    return { input: await orAborted(run.input, signal), speech };
  } finally {
    stopKeys();
    run.close();
    speechInput?.close();
  }
}

function wishOf(element: Element, modes: readonly GatherMode[]): GatherWish {
  return {
    hearsKeys: modes.includes("dtmf"),
    bargesIn: flagOf(element, "bargeIn", true),
    finishOnKey: element.attributes["finishOnKey"] ?? "#",
    numDigits: numberOf(element, "numDigits", { fallback: 1024, min: 1, max: 1024 }),
  };
}

/** Null where nobody here can make text of what is said: then it is as if nobody spoke. */
async function hearing(
  element: Element,
  { speech, scope, run }: { speech: SpeechWish; scope: VerbScope; run: GatherRun },
): Promise<SpeechInput | null> {
  const input = new SpeechInput(element, speech, scope, {
    onBegan: () => run.dispatch({ type: "speech.began" }),
    onEnded: () => run.dispatch({ type: "speech.ended" }),
    onRecognised: (text, confidence) =>
      run.dispatch({ type: "speech.recognised", text, confidence }),
  });
  return (await orAborted(input.isPossible(), scope.signal)) ? input : null;
}

class InputGiven extends Error {
  override readonly name = "InputGiven";
  readonly code = "input_given";
}

async function playPrompts(element: Element, scope: VerbScope, signal: AbortSignal): Promise<void> {
  const { call, services, speaker, mustSound } = scope;
  const document = { ...scope.document, verbs: elementsIn(element) };
  try {
    await services.interpreter.run({ call, document, place: "prompt", signal, speaker, mustSound });
  } catch (error) {
    if (!(error instanceof InputGiven)) {
      throw error;
    }
  }
}
