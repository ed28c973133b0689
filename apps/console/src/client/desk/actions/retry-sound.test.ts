import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE } from "../../../testing/a-call.ts";
import { aDesk, NOW, refused } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { retrySound } from "./retry-sound.ts";

const call = aCall(1);
const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const screened: Call = { ...call, desk: { status: "screening", holder, since: NOW } };
const alone: Call = {
  ...call,
  desk: { status: "held", holder: null, since: NOW, unattended: true },
};
const claim = { id: "0190a000-0000-7000-8000-0000000000c1", line: "line1", expiresAt: NOW };

async function interrupted() {
  const timers: { run: () => void; ms: number }[] = [];
  const answers: Record<string, unknown> = { handleCall: { call: screened, claim } };
  const desk = aDesk(answers);
  await desk.actions.accept(call.id, "line1");
  desk.sent.length = 0;
  const schedule = (run: () => void, ms: number) => (timers.push({ run, ms }), () => undefined);
  const deps = { ...desk, schedule };
  return { ...desk, answers, timers, retry: () => retrySound(deps, call.id, "line1") };
}

describe("[CN11] Retry of interrupted sound", () => {
  test("ends the leg, and takes the caller again when the server has put the call on hold", async () => {
    const { retry, softphones, store, sent, connects } = await interrupted();

    const retried = retry();
    await Promise.resolve();
    expect(softphones.line1.leg).toBeNull();
    expect(sent).toEqual([]);
    store.dispatch(callAnswered(alone));
    await retried;

    expect(sent).toEqual([["handleCall", { call: call.id, action: "take_over", line: "line1" }]]);
    expect(connects).toHaveLength(2);
    expect(softphones.line1.leg).toMatchObject({ callId: call.id });
  });

  test("requests the take-over after 10 s without a hold, and shows why the server refuses it", async () => {
    const { retry, answers, sent, store, timers } = await interrupted();
    answers["handleCall"] = refused("call_taken", "Bob has this call.");

    const retried = retry();
    await Promise.resolve();
    await Promise.resolve();
    expect(timers.at(-1)?.ms).toBe(10_000);
    expect(sent).toEqual([]);
    timers.at(-1)?.run();
    await retried;

    expect(sent).toEqual([["handleCall", { call: call.id, action: "take_over", line: "line1" }]]);
    expect(store.getState().desk.notices).toMatchObject([{ words: "Bob has this call." }]);
  });

  test("does not take over a caller who has hung up in the meantime", async () => {
    const { retry, sent, store } = await interrupted();

    const retried = retry();
    await Promise.resolve();
    store.dispatch(
      callAnswered({ ...call, desk: { status: "ended", at: NOW, reason: "caller_hung_up" } }),
    );
    await retried;

    expect(sent).toEqual([]);
  });
});
