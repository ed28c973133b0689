import { sleep } from "../../core/clock.ts";
import { methodOf, flagOf, noteUnsupported, numberOf, wordsOf } from "../attributes.ts";
import { elementsIn, type Element } from "../element.ts";
import { SPEECH_ONLY } from "../known-words.ts";
import { resolveUrl } from "../twiml-document.ts";
import { NEXT, type Outcome } from "../outcome.ts";
import type { Verb, VerbScope } from "../verb.ts";

interface Input {
  digits: string;
  finishedOnKey: string;
}

/** Digits of the caller, while prompts play; the first digit ends the prompts. */
export const gather: Verb = async (element, scope) => {
  await scope.call.answer();
  const input = await collect(element, scope);
  const isEmpty = input.digits === "";
  if (isEmpty && !flagOf(element, "actionOnEmptyResult", false)) return NEXT;
  const action = element.attributes["action"] ?? "";
  const url = resolveUrl(action, scope.document) ?? scope.document.url;
  if (url === null) return NEXT;
  const params = {
    Digits: input.digits,
    ...(input.finishedOnKey ? { FinishedOnKey: input.finishedOnKey } : {}),
    msg: "Gather End",
  };
  return { type: "goto", request: { url, method: methodOf(element), params } };
};

async function collect(element: Element, scope: VerbScope): Promise<Input> {
  const finishKey = element.attributes["finishOnKey"] ?? "#";
  const timeoutMs = numberOf(element, "timeout", { fallback: 5, min: 1, max: 600 }) * 1000;
  const numDigits = numberOf(element, "numDigits", { fallback: 1024, min: 1, max: 1024 });
  const input: Input = { digits: "", finishedOnKey: "" };
  const hearsKeys = isKeyed(element, scope);
  const isDone = () => !hearsKeys || input.finishedOnKey !== "" || input.digits.length >= numDigits;
  let untilKey = new AbortController();

  const stopListening = scope.call.ears.onDigit((digit) => {
    if (isDone()) return;
    if (finishKey.includes(digit)) input.finishedOnKey = digit;
    else input.digits += digit;
    untilKey.abort(new KeyPressed());
  });
  try {
    const bargesIn = flagOf(element, "bargeIn", true);
    const untilPromptsEnd = bargesIn ? [scope.signal, untilKey.signal] : [scope.signal];
    await untilPressed(playPrompts(element, scope, AbortSignal.any(untilPromptsEnd)));
    while (!isDone()) {
      untilKey = new AbortController();
      const signal = AbortSignal.any([scope.signal, untilKey.signal]);
      const isTimeUp = await untilPressed(sleep(scope.services.clock, timeoutMs, signal));
      if (isTimeUp) break;
    }
    return input;
  } finally {
    stopListening();
  }
}

/** Whether keys count. What asks for speech as well is told that nobody listens to it. */
function isKeyed(element: Element, { call }: VerbScope): boolean {
  if (element.attributes["input"] === undefined) return true;
  const inputs = wordsOf(element, "input", ["dtmf", "speech"]);
  if (!inputs.includes("speech")) return true;
  call.note("error", "Gather", { errorCode: 12200, message: "speech is not recognised here" });
  noteUnsupported(element, SPEECH_ONLY, call);
  return inputs.includes("dtmf");
}

class KeyPressed extends Error {
  override readonly name = "KeyPressed";
  readonly code = "key_pressed";
}

/** True when it came to its end, false when a key ended it. */
async function untilPressed(running: Promise<unknown>): Promise<boolean> {
  try {
    await running;
    return true;
  } catch (error) {
    if (error instanceof KeyPressed) return false;
    throw error;
  }
}

function playPrompts(element: Element, scope: VerbScope, signal: AbortSignal): Promise<Outcome> {
  const { call, services, speaker, mustSound } = scope;
  const document = { ...scope.document, verbs: elementsIn(element) };
  return services.interpreter.run({
    call,
    document,
    place: "prompt",
    signal,
    speaker,
    mustSound,
  });
}
