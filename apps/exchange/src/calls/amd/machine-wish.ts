import type { HttpMethod } from "@linedesk/base";
import type { AnsweredBy, AnswerPlan } from "@linedesk/media";

/** That somebody wants to know whether a person or a machine answered. */
export interface MachineWish {
  plan: AnswerPlan;
  /** The call goes on meanwhile, and the callback is told. */
  isAsync: boolean;
  callback: { url: string; method: HttpMethod } | null;
}

/** What was found out of who answered. */
export interface Answerer {
  by: AnsweredBy;
  /** From the answer to the verdict. */
  afterMs: number;
}

/** Twilio's defaults, in ms. */
export const PLAN_DEFAULTS: AnswerPlan = {
  awaitsEnd: false,
  timeoutMs: 30_000,
  speechMs: 2400,
  speechEndMs: 1200,
  silenceMs: 5000,
};

/** What requests tell of who answered. */
export function answererParams(answerer: Answerer | null): Record<string, string> {
  if (answerer === null) {
    return {};
  }
  return { AnsweredBy: answerer.by, MachineDetectionDuration: String(answerer.afterMs) };
}
