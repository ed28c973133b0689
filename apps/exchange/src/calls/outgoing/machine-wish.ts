import { randomUUID } from "node:crypto";
import type { AnsweredBy, AnswerPlan } from "../../media/answering/answer-state.ts";
import type { HttpMethod } from "../../webhooks/webhook-request.ts";
import type { CoreServices } from "../../core/core-services.ts";
import type { LiveCall } from "../live-call.ts";
import { orAborted } from "../../core/stopped.ts";

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

/** The media counts its own ticks; a machine that stood still is waited for so much longer. */
const GRACE_MS = 5_000;

type Services = Pick<CoreServices, "media" | "clock" | "outbox">;

/**
 * Listens to a call that has just been answered; to be awaited where the call is to wait for it.
 * Rejects with the signal's reason, and when the call ends.
 */
export async function learnAnswerer(
  call: LiveCall,
  wish: MachineWish | null | undefined,
  { services, signal }: { services: Services; signal: AbortSignal },
): Promise<void> {
  const legId = call.leg?.id;
  if (!wish || legId === undefined) return;
  const { media, clock } = services;
  const { plan, isAsync, callback } = wish;
  let stop: () => void = () => undefined;
  const judged = new Promise<void>((resolve) => (stop = call.onAnswerer(() => resolve())));
  const cancel = clock.after(plan.timeoutMs + GRACE_MS, () =>
    call.handleAnswerer({ by: "unknown", afterMs: plan.timeoutMs }),
  );
  const told = orAborted(judged, call.ended)
    .then(() => callback && tell(call, callback, services))
    .finally(() => {
      stop();
      cancel();
    });
  media.watchAnswer(legId, plan);
  // A call that ends before anybody knows is told by its own callbacks.
  if (isAsync) void told.catch(() => undefined);
  else await orAborted(told, signal);
}

function tell(
  call: LiveCall,
  { url, method }: NonNullable<MachineWish["callback"]>,
  { outbox }: Services,
): void {
  outbox.send({
    url,
    method,
    params: {
      CallSid: call.sid,
      AccountSid: call.origin.accountSid,
      ...answererParams(call.answerer),
    },
    orderKey: `answered-${call.sid}-${randomUUID()}`,
  });
}

export function answererParams(answerer: Answerer | null): Record<string, string> {
  if (answerer === null) return {};
  return { AnsweredBy: answerer.by, MachineDetectionDuration: String(answerer.afterMs) };
}
