import { expect, test } from "vitest";

import { HttpError } from "../../../lib/http-client.ts";
import { aCall } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";
import { connectionChanged } from "../../store/desk-slice.ts";

const call = aCall(1);
const claim = { id: "claim1", line: "line1", expiresAt: "2026-11-21T10:00:30.000Z" };

async function away() {
  const answers = { handleCall: { call, claim }, handleHold: { call, claim: null } };
  const timers: { run: () => void; ms: number }[] = [];
  const desk = aDesk(answers, {
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  await desk.actions.accept(call.id, "line1");
  desk.store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  const words = () => desk.store.getState().desk.notices.map((notice) => notice.words);
  return { ...desk, timers, words };
}

const actions = [
  ["hold", "On hold when the connection is back. Muted until then", "handleHold"],
  ["hangUp", "Ends when the connection is back. Muted until then", "handleCall"],
] as const;

test.each(actions)(
  "[CN24] %s without a connection shows when it will happen, mutes the line, and is sent when the console is live",
  async (action, shown, endpoint) => {
    const desk = await away();
    const before = desk.sent.length;

    const acting =
      action === "hold"
        ? desk.actions.hold(call.id, "line1")
        : desk.actions.hangUp(call.id, "line1");
    await Promise.resolve();
    expect(desk.words()).toEqual([shown]);
    expect(desk.softphones.line1.isMuted).toBe(true);
    expect(desk.sent).toHaveLength(before);

    desk.store.dispatch(connectionChanged({ status: "live" }));
    await acting;
    expect(desk.sent.slice(before)).toMatchObject([[endpoint, { call: call.id }]]);
    expect(desk.words()).not.toContain(shown);
    expect(desk.softphones.line1.isMuted).toBe(false);
  },
);

test("[CN24] a line that was muted before a hold without a connection stays muted", async () => {
  const desk = await away();
  desk.actions.mute("line1", true);

  const holding = desk.actions.hold(call.id, "line1");
  desk.store.dispatch(connectionChanged({ status: "live" }));
  await holding;

  expect(desk.softphones.line1.isMuted).toBe(true);
});

test("[CN24] a hold whose failure is the first sign of a lost connection is repeated when the console is live", async () => {
  const answers: Record<string, unknown> = { handleCall: { call, claim } };
  const desk = aDesk(answers);
  await desk.actions.accept(call.id, "line1");
  answers["handleHold"] = new HttpError({ kind: "network" });

  const holding = desk.actions.hold(call.id, "line1");
  await new Promise((resolve) => setImmediate(resolve));
  desk.store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(desk.softphones.line1.isMuted).toBe(true);
  answers["handleHold"] = { call, claim: null };
  desk.store.dispatch(connectionChanged({ status: "live" }));
  await holding;

  expect(desk.sent.filter(([id]) => id === "handleHold")).toHaveLength(2);
  expect(desk.store.getState().desk.notices).toEqual([]);
  expect(desk.softphones.line1.isMuted).toBe(false);
});
