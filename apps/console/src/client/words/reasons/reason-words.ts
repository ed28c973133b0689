import type { Reason } from "@linedesk/contract";
import { callReasonWords } from "./call-reason-words.ts";
import { callerReasonWords } from "./caller-reason-words.ts";
import { codeWords } from "./code-words.ts";
import { deviceReasonWords } from "./device-reason-words.ts";
import { createReasonWriter } from "./reason-writer.ts";
import { requestReasonWords } from "./request-reason-words.ts";
import { stationReasonWords } from "./station-reason-words.ts";

export const reasonWords: Record<Reason, string> = {
  ...callReasonWords,
  ...callerReasonWords,
  ...stationReasonWords,
  ...deviceReasonWords,
  ...requestReasonWords,
};

export const writeReason = createReasonWriter({
  words: reasonWords,
  codes: codeWords,
  locale: "en-AU",
});
