import type { Reason } from "@linedesk/contract";
import { callReasonWordsDe } from "./call-reason-words.de.ts";
import { callerReasonWordsDe } from "./caller-reason-words.de.ts";
import { codeWordsDe } from "./code-words.de.ts";
import { deviceReasonWordsDe } from "./device-reason-words.de.ts";
import { createReasonWriter } from "./reason-writer.ts";
import { requestReasonWordsDe } from "./request-reason-words.de.ts";
import { stationReasonWordsDe } from "./station-reason-words.de.ts";

export const reasonWordsDe: Record<Reason, string> = {
  ...callReasonWordsDe,
  ...callerReasonWordsDe,
  ...stationReasonWordsDe,
  ...deviceReasonWordsDe,
  ...requestReasonWordsDe,
};

export const writeReasonDe = createReasonWriter({
  words: reasonWordsDe,
  codes: codeWordsDe,
  locale: "de",
});
