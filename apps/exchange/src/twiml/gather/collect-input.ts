import { raceAbort, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag, parseNumber, parseWords } from "../document/attributes.ts";
import { childElements } from "../document/element.ts";
import type { VerbScope } from "../document/verb.ts";
import { GatherRun } from "./gather-run.ts";
import type { GatherInput, GatherOptions } from "./gather-state.ts";
import { SpeechInput } from "./speech-input.ts";
import { parseSpeechOptions, type SpeechOptions } from "./speech-options.ts";

const WHOLE = /^\s*[1-9]\d{0,8}\s*$/;

/** By Twilio's numbers, and by the one for what is not known where it has none. */
const VALUES = [
  {
    name: "input",
    code: TWILIO_CODES.TWIML_WARNING,
    form: /^\s*(?:dtmf|speech)(?:[\s,]+(?:dtmf|speech))?\s*$/,
  },
  {
    name: "timeout",
    code: TWILIO_CODES.GATHER_INVALID_TIMEOUT,
    form: /^\s*(?:[1-9]\d{0,8}|auto)\s*$/,
  },
  { name: "numDigits", code: TWILIO_CODES.GATHER_INVALID_NUM_DIGITS, form: WHOLE },
  { name: "finishOnKey", code: TWILIO_CODES.GATHER_INVALID_FINISH_ON_KEY, form: /^[\d*#]*$/ },
] as const;

export type GatherMode = "dtmf" | "speech";

/** What a `<Gather>` listens for: keys unless told otherwise. */
export function parseGatherModes(element: Element): GatherMode[] {
  const modes = parseWords(element, "input", ["dtmf", "speech"] as const);
  return modes.length === 0 ? ["dtmf"] : modes;
}

export interface Collected {
  input: GatherInput;
  /** Null where no speech was asked for. */
  speech: SpeechOptions | null;
}

/** Plays the prompts and waits for keys or speech. Rejects with the signal's reason alone. */
export async function collectInput(
  element: Element,
  scope: VerbScope<"clock" | "audio" | "webhooks" | "documents">,
): Promise<Collected> {
  const { call, services, signal } = scope;
  logInvalidValues(element, call);
  const timeoutMs = parseNumber(element, "timeout", { fallback: 5, min: 1, max: 600 }) * 1000;
  const modes = parseGatherModes(element);
  const gatherOptions = parseGatherOptions(element, modes);
  const untilInput = new AbortController();
  const run = new GatherRun({
    gather: gatherOptions,
    timeoutMs,
    clock: services.clock,
    onPromptsOver: () => untilInput.abort(new InputReceivedError()),
    onSpeechComplete: () => speechInput?.complete(),
    onSpeechOver: () => speechInput?.close(),
  });
  const speech = modes.includes("speech") ? parseSpeechOptions(element, timeoutMs, call) : null;
  let speechInput: SpeechInput | null = null;
  const stopKeys = call.input.onDigit((key) => run.dispatch({ type: "digit.received", key }));
  try {
    if (speech) {
      speechInput = await startSpeechInput(element, { speech, scope, run });
    }
    if (gatherOptions.allowsBargeIn) {
      speechInput?.listen();
    }
    await playPrompts(element, scope, AbortSignal.any([signal, untilInput.signal]));
    if (!gatherOptions.allowsBargeIn) {
      speechInput?.listen();
    }
    run.dispatch({ type: "prompts.ended" });
    return { input: await raceAbort(run.input, signal), speech };
  } finally {
    stopKeys();
    run.close();
    speechInput?.close();
  }
}

/** Values of a `<Gather>` for keys that cannot be read are noted. */
function logInvalidValues(element: Element, call: LiveCall): void {
  for (const { name, code, form } of VALUES) {
    const value = element.attributes[name];
    if (value === undefined || form.test(value)) {
      continue;
    }
    const message = `Gather: the value of ${name} cannot be used`;
    call.addLogEntry("error", "Gather", { errorCode: code, message });
  }
}

function parseGatherOptions(element: Element, modes: readonly GatherMode[]): GatherOptions {
  return {
    acceptsDtmf: modes.includes("dtmf"),
    allowsBargeIn: parseFlag(element, "bargeIn", true),
    finishOnKey: element.attributes["finishOnKey"] ?? "#",
    numDigits: parseNumber(element, "numDigits", { fallback: 1024, min: 1, max: 1024 }),
  };
}

/** Null where nobody here can make text of what is said: then it is as if nobody spoke. */
async function startSpeechInput(
  element: Element,
  {
    speech,
    scope,
    run,
  }: { speech: SpeechOptions; scope: VerbScope<"audio" | "webhooks">; run: GatherRun },
): Promise<SpeechInput | null> {
  const input = new SpeechInput(element, speech, scope, {
    onBegan: () => run.dispatch({ type: "speech.began" }),
    onEnded: () => run.dispatch({ type: "speech.ended" }),
    onRecognised: (text, confidence) =>
      run.dispatch({ type: "speech.recognised", text, confidence }),
  });
  return (await raceAbort(input.isPossible(), scope.signal)) ? input : null;
}

class InputReceivedError extends Error {
  override readonly name = "InputGiven";
  readonly code = "input_given";
}

async function playPrompts(
  element: Element,
  scope: VerbScope<"documents">,
  signal: AbortSignal,
): Promise<void> {
  const { call, services, player, requiresAudio } = scope;
  const document = { ...scope.document, verbs: childElements(element) };
  try {
    await services.documents.interpreter.run({
      call,
      document,
      purpose: "prompt",
      signal,
      player,
      requiresAudio,
    });
  } catch (error) {
    if (!(error instanceof InputReceivedError)) {
      throw error;
    }
  }
}
