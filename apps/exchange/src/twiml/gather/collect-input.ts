import { raceAbort, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag, parseNumber } from "../document/attributes.ts";
import { childElements } from "../document/element.ts";
import type { VerbScope } from "../document/verb.ts";
import { GatherRun } from "./gather-run.ts";
import type { GatheredDigits, GatherOptions } from "./gather-state.ts";

const WHOLE = /^\s*[1-9]\d{0,8}\s*$/;

const VALUES = [
  {
    name: "input",
    code: TWILIO_CODES.TWIML_WARNING,
    // Speech is accepted and ignored: only digits count.
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

export async function collectInput(
  element: Element,
  scope: VerbScope<"clock" | "documents">,
): Promise<GatheredDigits> {
  const { call, services, signal } = scope;
  logInvalidValues(element, call);
  const untilInput = new AbortController();
  const run = new GatherRun({
    gather: parseGatherOptions(element),
    timeoutMs: parseNumber(element, "timeout", { fallback: 5, min: 1, max: 600 }) * 1000,
    clock: services.clock,
    onPromptsOver: () => untilInput.abort(new InputGivenError()),
  });
  const stopDigits = call.input.onDigit((digit) => run.dispatch({ type: "digit.received", digit }));
  try {
    await playPrompts(element, scope, AbortSignal.any([signal, untilInput.signal]));
    run.dispatch({ type: "prompts.ended" });
    return await raceAbort(run.input, signal);
  } finally {
    stopDigits();
    run.close();
  }
}

function logInvalidValues(element: Element, call: LiveCall): void {
  for (const { name, code, form } of VALUES) {
    const value = element.attributes[name];
    if (value === undefined || form.test(value)) {
      continue;
    }
    const message = `Gather: the value of ${name} cannot be used`;
    call.logError("Gather", { errorCode: code, message });
  }
}

function parseGatherOptions(element: Element): GatherOptions {
  return {
    allowsBargeIn: parseFlag(element, "bargeIn", true),
    finishOnKey: element.attributes["finishOnKey"] ?? "#",
    numDigits: parseNumber(element, "numDigits", { fallback: 1024, min: 1, max: 1024 }),
  };
}

class InputGivenError extends Error {
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
    if (!(error instanceof InputGivenError)) {
      throw error;
    }
  }
}
