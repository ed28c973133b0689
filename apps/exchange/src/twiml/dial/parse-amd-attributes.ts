import { TWILIO_CODES } from "@linedesk/base";
import { AMD_DEFAULTS, type AmdOptions } from "../../calls/amd/amd-options.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseMethod } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";

const MODES = ["Enable", "DetectMessageEnd"];
/** Of `<Calls>`; a noun's callback has another name. */
const OF_CALLS = ["asyncAmd", "asyncAmdStatusCallback", "asyncAmdStatusCallbackMethod"];
/** Those of calls are known, and refused with a code of their own. */
export const AMD_ATTRIBUTES = [
  "machineDetection",
  "machineDetectionTimeout",
  "machineDetectionSpeechThreshold",
  "machineDetectionSpeechEndThreshold",
  "machineDetectionSilenceTimeout",
  "amdStatusCallback",
  "amdStatusCallbackMethod",
  ...OF_CALLS,
];
const INVALID = TWILIO_CODES.AMD_INVALID;
const MISPLACED = TWILIO_CODES.AMD_PARAMETER_MISPLACED;

type Scope = Pick<VerbScope, "call" | "document">;

/** A Number or Sip that wants to know who answered; the two talk meanwhile. */
export function parseAmdAttributes(noun: Element, scope: Scope): AmdOptions | null {
  const mode = noun.attributes["machineDetection"];
  for (const name of OF_CALLS) {
    if (noun.attributes[name] !== undefined) {
      note(noun, scope, [MISPLACED, `${name} is of calls`]);
    }
  }
  if (!mode) {
    return null;
  }
  if (!MODES.includes(mode)) {
    note(noun, scope, [INVALID, "machineDetection is Enable or DetectMessageEnd"]);
    return null;
  }
  function read(name: string, bounds: { min: number; max: number; fallback: number }) {
    return readNumber(noun, `machineDetection${name}`, { ...bounds, scope });
  }
  const { timeoutMs, speechMs, speechEndMs, silenceMs } = AMD_DEFAULTS;
  const url = noun.attributes["amdStatusCallback"];
  const callback = url ? resolveUrl(url, scope.document) : null;
  return {
    plan: {
      awaitsEnd: mode === "DetectMessageEnd",
      timeoutMs: 1000 * read("Timeout", { min: 3, max: 59, fallback: timeoutMs / 1000 }),
      speechMs: read("SpeechThreshold", { min: 1000, max: 6000, fallback: speechMs }),
      speechEndMs: read("SpeechEndThreshold", { min: 500, max: 5000, fallback: speechEndMs }),
      silenceMs: read("SilenceTimeout", { min: 2000, max: 10_000, fallback: silenceMs }),
    },
    isAsync: true,
    callback: callback
      ? { url: callback, method: parseMethod(noun, "amdStatusCallbackMethod") }
      : null,
  };
}

/** A value that is none is noted, and the default counts. */
function readNumber(
  noun: Element,
  name: string,
  { min, max, fallback, scope }: { min: number; max: number; fallback: number; scope: Scope },
): number {
  const text = noun.attributes[name];
  if (text === undefined) {
    return fallback;
  }
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) {
    return value;
  }
  note(noun, scope, [INVALID, `${name} is between ${min} and ${max}`]);
  return fallback;
}

function note(noun: Element, { call }: Scope, [errorCode, message]: [number, string]): void {
  call.addLogEntry("error", noun.name, { errorCode, message });
}
