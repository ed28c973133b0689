import { randomUUID } from "node:crypto";

import { type Clock, raceAbort } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import { buildAmdParams, type AmdOptions } from "../amd/amd-options.ts";
import type { LiveCall } from "../live/live-call.ts";

/** The media counts its own ticks; a machine that stood still is waited for so much longer. */
const GRACE_MS = 5_000;

export interface AmdDeps {
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
}

/**
 * Listens to a call that has just been answered; to be awaited where the call is to wait for it.
 * Rejects with the signal's reason, and when the call ends.
 */
export async function detectAnsweringMachine(
  call: LiveCall,
  amdOptions: AmdOptions | null | undefined,
  { services, signal }: { services: AmdDeps; signal: AbortSignal },
): Promise<void> {
  const legId = call.leg?.id;
  if (!amdOptions || legId === undefined) {
    return;
  }
  const { media, clock } = services;
  const { plan, isAsync, callback } = amdOptions;
  let stop: () => void = () => undefined;
  const detected = new Promise<void>((resolve) => (stop = call.onAmd(() => resolve())));
  const cancel = clock.after(plan.timeoutMs + GRACE_MS, () =>
    call.handleAmd({ by: "unknown", afterMs: plan.timeoutMs }),
  );
  const reported = raceAbort(detected, call.ended)
    .then(() => callback && sendAmdCallback(call, callback, services))
    .finally(() => {
      stop();
      cancel();
    });
  media.startAmd(legId, plan);
  // A call that ends before anybody knows is told by its own callbacks.
  if (isAsync) {
    void reported.catch(() => undefined);
  } else {
    await raceAbort(reported, signal);
  }
}

function sendAmdCallback(
  call: LiveCall,
  { url, method }: NonNullable<AmdOptions["callback"]>,
  { outbox }: AmdDeps,
): void {
  outbox.send({
    url,
    method,
    params: {
      CallSid: call.sid,
      AccountSid: call.origin.accountSid,
      ...buildAmdParams(call.amd),
    },
    orderKey: `answered-${call.sid}-${randomUUID()}`,
  });
}
