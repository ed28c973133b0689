import { NEXT } from "../../calls/playback/outcome.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { buildActionOrDocumentRequest } from "../document/action-request.ts";
import { parseFlag } from "../document/attributes.ts";
import { defineVerb } from "../document/verb.ts";
import {
  collectInput,
  parseGatherModes,
  type Collected,
  type GatherMode,
} from "../gather/collect-input.ts";
import { SPEECH_ATTRIBUTES } from "../gather/speech-options.ts";

/** Keys or speech of the caller, while prompts play; what comes first ends the prompts. */
export const gather = defineVerb({
  name: "Gather",
  attributes: [
    "input",
    "action",
    "method",
    "finishOnKey",
    "numDigits",
    "timeout",
    "actionOnEmptyResult",
    "bargeIn",
    ...SPEECH_ATTRIBUTES,
  ],
  urls: ["action", "partialResultCallback"],
  children: [],
  checksChildren: true,
  purposes: ["program", "queue", "whisper"],
  async run(element, scope) {
    await scope.call.answer();
    const collected = await collectInput(element, scope);
    if (isEmpty(collected) && !parseFlag(element, "actionOnEmptyResult", false)) {
      return NEXT;
    }
    const request = buildActionOrDocumentRequest(
      element,
      scope,
      buildGatherParams(collected, parseGatherModes(element)),
    );
    return request === null ? NEXT : { type: "goto", request };
  },
});

function isEmpty({ input }: Collected): boolean {
  return input.type === "nothing" || (input.type === "dtmf" && input.digits === "");
}

function buildGatherParams(
  { input, speech }: Collected,
  modes: readonly GatherMode[],
): WebhookParams {
  switch (input.type) {
    case "dtmf":
      return buildDigitParams(input.digits, input.finishedOnKey);
    case "speech":
      return {
        SpeechResult: input.text,
        Confidence: input.confidence.toFixed(4),
        Language: speech?.language ?? "",
      };
    case "nothing":
      return {
        ...(modes.includes("dtmf") ? buildDigitParams("", "") : {}),
        ...(speech ? { SpeechResult: "", Confidence: "0.0", Language: speech.language } : {}),
      };
  }
}

function buildDigitParams(digits: string, finishedOnKey: string): WebhookParams {
  return {
    Digits: digits,
    ...(finishedOnKey ? { FinishedOnKey: finishedOnKey } : {}),
    msg: "Gather End",
  };
}
