import { NEXT } from "../../calls/playback/outcome.ts";
import { buildActionOrDocumentRequest } from "../document/action-request.ts";
import { parseFlag } from "../document/attributes.ts";
import { defineVerb } from "../document/verb.ts";
import { collectInput } from "../gather/collect-input.ts";

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
  ],
  urls: ["action"],
  children: [],
  checksChildren: true,
  purposes: ["program", "queue"],
  async run(element, scope) {
    await scope.call.answer();
    const { digits, finishedOnKey } = await collectInput(element, scope);
    if (digits === "" && !parseFlag(element, "actionOnEmptyResult", false)) {
      return NEXT;
    }
    const request = buildActionOrDocumentRequest(element, scope, {
      Digits: digits,
      ...(finishedOnKey === "" ? {} : { FinishedOnKey: finishedOnKey }),
      msg: "Gather End",
    });
    return request === null ? NEXT : { type: "goto", request };
  },
});
