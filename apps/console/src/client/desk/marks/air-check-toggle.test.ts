import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { aCall } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";
import { eventsReceived } from "../../store/calls-slice.ts";
import { selectAirChecks } from "../../store/select-calls.ts";

const kim = aCall(1);

function checked(air: Call["air"]): { call: Call } {
  return { call: { ...kim, air } };
}

/** Creates a desk whose server answers each check when the test says so. */
function aSlowDesk() {
  const answers: ((answer: unknown) => void)[] = [];
  const checkForAir = () => new Promise((resolve) => answers.push(resolve));
  const desk = aDesk({ checkForAir }, { calls: [kim] });
  const shown = () => {
    const state = desk.store.getState();
    return selectAirChecks(state, state.calls.byId[kim.id] ?? kim);
  };
  return { ...desk, answers, shown };
}

test("[AC1] [LN45] both checks show at once and are sent, and an event of the first does not hide the second", async () => {
  const { airChecks, answers, sent, shown, store } = aSlowDesk();

  const first = airChecks.toggle(kim.id, "radioOff");
  const second = airChecks.toggle(kim.id, "agreed");
  expect(shown()).toEqual({ radioOff: true, agreed: true });
  expect(sent.map(([, body]) => body)).toEqual([
    { call: kim.id, radioOff: true },
    { call: kim.id, agreed: true },
  ]);

  const { call } = checked({ radioOff: true, agreed: false });
  const event = { seq: 2, type: "call.changed" as const, call };
  store.dispatch(eventsReceived({ station: kim.station, events: [event] }));
  answers[0]?.(checked({ radioOff: true, agreed: false }));
  await first;
  expect(shown()).toEqual({ radioOff: true, agreed: true });
  answers[1]?.(checked({ radioOff: true, agreed: true }));
  await second;

  expect(shown()).toEqual({ radioOff: true, agreed: true });
});

test("[LN45] a second press of the same check before the answer counts too", async () => {
  const { airChecks, answers, sent, shown } = aSlowDesk();

  const first = airChecks.toggle(kim.id, "agreed");
  await airChecks.toggle(kim.id, "agreed");
  expect(shown().agreed).toBe(false);
  answers[0]?.(checked({ radioOff: false, agreed: true }));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(checked({ radioOff: false, agreed: false }));
  await first;

  expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, agreed: false });
  expect(shown().agreed).toBe(false);
});

test("[AC17] [KY22] a refused check is rolled back with the reason, and Z undoes a check", async () => {
  const answers: Record<string, unknown> = { checkForAir: new HttpError({ kind: "network" }) };
  const { airChecks, store, sent, undo } = aDesk(answers, { calls: [kim] });

  await airChecks.toggle(kim.id, "agreed");
  expect(selectAirChecks(store.getState(), kim)).toEqual(kim.air);
  expect(store.getState().desk.notices).toMatchObject([{ words: "We could not reach the server" }]);

  answers["checkForAir"] = checked({ radioOff: false, agreed: true });
  await airChecks.toggle(kim.id, "agreed");
  answers["checkForAir"] = checked(kim.air);
  await undo.undoLast();

  expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, agreed: false });
});
