import { NEXT } from "../../calls/playback/outcome.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { actionOrDocument } from "../document/action.ts";
import { flagOf } from "../document/attributes.ts";
import type { Verb } from "../document/verb.ts";
import { collectInput, modesOf, type Collected, type GatherMode } from "../gather/collect-input.ts";

/** Keys or speech of the caller, while prompts play; what comes first ends the prompts. */
export const gather: Verb = async (element, scope) => {
  await scope.call.answer();
  const collected = await collectInput(element, scope);
  if (isEmpty(collected) && !flagOf(element, "actionOnEmptyResult", false)) {
    return NEXT;
  }
  const request = actionOrDocument(element, scope, paramsOf(collected, modesOf(element)));
  return request === null ? NEXT : { type: "goto", request };
};

function isEmpty({ input }: Collected): boolean {
  return input.type === "nothing" || (input.type === "keys" && input.digits === "");
}

function paramsOf({ input, speech }: Collected, modes: readonly GatherMode[]): WebhookParams {
  switch (input.type) {
    case "keys":
      return keyParams(input.digits, input.finishedOnKey);
    case "speech":
      return {
        SpeechResult: input.text,
        Confidence: input.confidence.toFixed(4),
        Language: speech?.language ?? "",
      };
    case "nothing":
      return {
        ...(modes.includes("dtmf") ? keyParams("", "") : {}),
        ...(speech ? { SpeechResult: "", Confidence: "0.0", Language: speech.language } : {}),
      };
  }
}

function keyParams(digits: string, finishedOnKey: string): WebhookParams {
  return {
    Digits: digits,
    ...(finishedOnKey ? { FinishedOnKey: finishedOnKey } : {}),
    msg: "Gather End",
  };
}
