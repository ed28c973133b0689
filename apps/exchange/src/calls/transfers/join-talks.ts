import { orAborted } from "@linedesk/base";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import type { LegEnd } from "../legs/leg.ts";
import type { TransferRefusal, TransferWish } from "../legs/transfer.ts";
import type { LiveCall } from "../live/live-call.ts";
import { bridge } from "./bridge.ts";

/**
 * An attended transfer (RFC 5589): the referrer has two talks, each with a call of ours, and leaves
 * them to each other. Answers why that cannot be, or null.
 */
export function joinTalks(
  wish: TransferWish,
  { referrer, referee }: { referrer: LiveCall; referee: LiveCall },
  services: CoreServices,
): TransferRefusal | null {
  const other = wish.replaces === null ? null : services.placer.findByLeg(wish.replaces);
  const talk = other === null || other === referrer ? null : other.talk;
  if (other === null || talk?.isTransferable !== true || talk.partner === referrer) {
    return { sipCode: 603, message: "the other call is none that can be transferred" };
  }
  const limits = [referrer.talk, talk].map((one) => one?.endsAtMs ?? Infinity);
  referrer.talk?.passOn();
  talk.passOn();
  connect([referee, talk.partner], services, Math.min(...limits));
  wish.report(200);
  referrer.hangUp();
  other.hangUp();
  return null;
}

/** The call whose place a caller may take in its talk (RFC 3891), or why he may not. */
export function replaceable(replaced: LiveCall | null): LiveCall | LegEnd {
  if (replaced?.talk?.isTransferable === true) {
    return replaced;
  }
  const isEarly = replaced !== null && replaced.state.status !== "in-progress";
  return { cause: "declined", sipCode: isEarly ? 481 : 603, message: "it cannot be replaced" };
}

/** Answers a caller and has him talk in the place of another call, which is hung up. */
export function takePlace(call: LiveCall, replaced: LiveCall, services: CoreServices): void {
  call.run(async () => {
    await call.answer();
    const { talk } = replaced;
    if (talk === null) {
      return call.hangUp();
    }
    talk.passOn();
    connect([talk.partner, call], services, talk.endsAtMs);
    replaced.hangUp();
  });
}

/** Has two calls talk in place of whatever they did; who is left when one ends is hung up. */
function connect(
  [first, second]: readonly [LiveCall, LiveCall],
  services: CoreServices,
  endsAtMs: number,
): void {
  const { clock } = services;
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
      const firstSignal = await orAborted(begun.promise, AbortSignal.any([signal, first.ended]));
      await bridge([first, second], services, AbortSignal.any([signal, firstSignal]));
    } finally {
      stopTimer();
      over.resolve();
      if (!signal.aborted) {
        second.hangUp();
      }
    }
  });
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
