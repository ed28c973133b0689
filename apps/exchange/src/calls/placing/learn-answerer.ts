import { randomUUID } from "node:crypto";

import { type Clock, orAborted } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import { answererParams, type MachineWish } from "../amd/machine-wish.ts";
import type { LiveCall } from "../live/live-call.ts";

/** The media counts its own ticks; a machine that stood still is waited for so much longer. */
const GRACE_MS = 5_000;

interface Services {
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
}

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
  if (!wish || legId === undefined) {
    return;
  }
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
  if (isAsync) {
    void told.catch(() => undefined);
  } else {
    await orAborted(told, signal);
  }
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
