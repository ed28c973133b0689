import { expect, test } from "vitest";

import { aCall, STATION_ID } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";
import { eventsReceived } from "../../store/calls-slice.ts";
import { microphoneChanged } from "../../store/desk-slice.ts";

const call = aCall(1);
const claim = { id: "claim1", line: "line1", expiresAt: "2026-11-21T10:00:30.000Z" };

test("[VD101] accept on a line that is not ready within 3 s takes no caller, and the line shows the reason", async () => {
  const timers: { run: () => void; ms: number }[] = [];
  const { actions, sent, softphones, store } = aDesk(
    { handleCall: { call, claim } },
    {
      schedule: (run, ms) => {
        timers.push({ run, ms });
        return () => undefined;
      },
    },
  );
  await softphones.line1.device.register();

  const accepting = actions.accept(call.id, "line1");
  timers.find(({ ms }) => ms === 3_000)?.run();
  await accepting;

  expect(sent).toEqual([]);
  expect(store.getState().desk.notices).toMatchObject([
    {
      line: "line1",
      words: "Line 1 is not connected yet. Try again, or use the other line",
      actionLabel: "Retry",
    },
  ]);
});

const spared = aCall(1, { service: "spare" });

async function aReadyDesk(answers: Record<string, unknown>, calls = [call]) {
  const desk = aDesk(answers, { registers: true, calls });
  await desk.softphones.line1.device.register();
  desk.softphones.line1.device.setTakesCalls(true);
  desk.store.dispatch(microphoneChanged("granted"));
  return desk;
}

test("[VD104] a call at a further exchange connects there, after its claim is granted", async () => {
  const { actions, connects } = await aReadyDesk({ handleCall: { call: spared, claim } }, [spared]);

  await actions.accept(call.id, "line1");

  expect(connects).toEqual([{ line: "line1", service: "spare", claim: "claim1" }]);
});

test("[VD104] when Next brings a call of another exchange than expected, the line connects there", async () => {
  const next = aCall(2, { service: "spare" });
  let wanted = "";
  const { actions, connects } = await aReadyDesk({
    handleCall: (body: { claim: string }) => {
      wanted = body.claim;
      return { call: next, claim: { ...claim, id: wanted } };
    },
  });

  await actions.takeNextOn("line1");

  expect(connects).toEqual([
    { line: "line1", claim: wanted },
    { line: "line1", service: "spare", claim: wanted },
  ]);
});

test("[CN81] a call of the other exchange connects while the first exchange is down", async () => {
  const { actions, connects, softphones, store } = aDesk(
    { handleCall: { call: spared, claim } },
    { calls: [spared], schedule: () => () => undefined },
  );
  await softphones.line1.device.register();
  const away = { type: "station.telephony" as const, seq: 2, state: "up" as const };
  store.dispatch(
    eventsReceived({ station: STATION_ID, events: [{ ...away, exchangesAway: ["main"] }] }),
  );

  await actions.accept(call.id, "line1");

  expect(connects).toEqual([{ line: "line1", service: "spare", claim: "claim1" }]);
});
