import { type Clock, raceAbort } from "@linedesk/base";
import type { LegEnd } from "../legs/leg.ts";
import type { TransferRefusal, TransferRequest } from "../legs/transfer-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { CallRegistry } from "../registry/call-registry.ts";
import { type BridgeDeps, bridgeCalls } from "./bridge-calls.ts";

export interface ReplaceCallDeps extends BridgeDeps {
  clock: Clock;
}

interface AttendedTransferDeps extends ReplaceCallDeps {
  registry: Pick<CallRegistry, "byLeg">;
}

/**
 * Makes an attended transfer (RFC 5589): the referrer has two bridges, each with another party, and
 * connects these parties with each other. Returns the refusal, or `null`.
 */
export function attendedTransfer(
  transferRequest: TransferRequest,
  { referrer, referee }: { referrer: LiveCall; referee: LiveCall },
  services: AttendedTransferDeps,
): TransferRefusal | null {
  const other =
    transferRequest.replaces === null ? null : services.registry.byLeg(transferRequest.replaces);
  const bridge = other === null || other === referrer ? null : other.bridge;
  if (other === null || bridge?.isTransferable !== true || bridge.partner === referrer) {
    return { sipCode: 603, message: "the other call cannot be transferred" };
  }
  const limits = [referrer.bridge, bridge].map((one) => one?.endsAtMs ?? Infinity);
  referrer.bridge?.handOver();
  bridge.handOver();
  bridgeInPlace([referee, bridge.partner], services, Math.min(...limits));
  transferRequest.report(200);
  referrer.hangUp();
  other.hangUp();
  return null;
}

/** Returns the call that a caller may replace in its bridge (RFC 3891), or the refusal. */
export function findReplaceableCall(replaced: LiveCall | null): LiveCall | LegEnd {
  if (replaced?.bridge?.isTransferable === true) {
    return replaced;
  }
  const isEarly = replaced !== null && replaced.state.status !== "in-progress";
  return {
    cause: "declined",
    sipCode: isEarly ? 481 : 603,
    message: "the call cannot be replaced",
  };
}

export function replaceCall(call: LiveCall, replaced: LiveCall, services: ReplaceCallDeps): void {
  call.run(async () => {
    await call.answer();
    const { bridge } = replaced;
    if (bridge === null) {
      return call.hangUp();
    }
    bridge.handOver();
    bridgeInPlace([bridge.partner, call], services, bridge.endsAtMs);
    replaced.hangUp();
  });
}

/**
 * Bridges two calls in place of their programs. When one call ends, the other call ends too. Each
 * call stores the sid of the other one, so that they are bridged again after a restart of the
 * exchange.
 */
export function bridgeInPlace(
  [first, second]: readonly [LiveCall, LiveCall],
  services: ReplaceCallDeps,
  endsAtMs: number,
): void {
  const { clock } = services;
  const release = pairCalls(first, second);
  const begun = deferred<AbortSignal>();
  const over = deferred<void>();
  first.run(async (signal) => {
    begun.resolve(signal);
    await over.promise;
    if (!signal.aborted) {
      first.hangUp();
    }
  });
  second.ended.addEventListener("abort", () => over.resolve(), { once: true });
  second.run(async (signal) => {
    const stopTimer = clock.after(Math.max(0, endsAtMs - clock.elapsedMs()), () => second.hangUp());
    try {
      const firstSignal = await raceAbort(begun.promise, AbortSignal.any([signal, first.ended]));
      await bridgeCalls([first, second], services, AbortSignal.any([signal, firstSignal]));
    } finally {
      stopTimer();
      release();
      over.resolve();
      if (!signal.aborted) {
        second.hangUp();
      }
    }
  });
}

function pairCalls(first: LiveCall, second: LiveCall): () => void {
  first.course.partner = second.sid;
  second.course.partner = first.sid;
  return () => {
    for (const [call, other] of [
      [first, second],
      [second, first],
    ] as const) {
      call.course.partner = call.course.partner === other.sid ? null : call.course.partner;
    }
  };
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
