import { expect, test } from "vitest";

import type { ServiceCall, TelephonySnapshot } from "../../telephony/telephony.ts";
import {
  arrivedState,
  toHeld,
  toBridged,
  type DeskLeg,
  type DeskState,
} from "../state/desk-state.ts";
import { compareCalls, type ExpectedCall, type Discrepancy } from "./compare-calls.ts";

const id = "019f0000-0000-7000-8000-000000000001";
const at = "2026-11-21T02:00:00.000Z";
const alice = {
  user: "019f0000-0000-7000-8000-00000000000a",
  name: "Alice",
  line: "line1",
} as const;
const leg: DeskLeg = { sid: "CA-leg", holder: alice, feedsAir: false };
const screening = toBridged(arrivedState, leg, at);
const believedLeg = { sid: leg.sid, joined: true, released: false };

function serviceCall(sid: string, some: Partial<ServiceCall> = {}): ServiceCall {
  return {
    sid,
    to: "+61255500101",
    from: "+61491570006",
    status: "in-progress",
    direction: "inbound",
    callerName: null,
    startedAt: null,
    endedAt: null,
    ...some,
  };
}

const nothing: TelephonySnapshot = { calls: [], conferences: [], queued: [] };
const bothLive = [serviceCall("CA-caller"), serviceCall(leg.sid, { to: "" })];
function room(
  participants: { callSid: string; hold: boolean }[],
): TelephonySnapshot["conferences"] {
  return [{ sid: "CF1", name: `call:${id}`, participants }];
}

const ownRoom = { room: `call:${id}`, inConference: false };
const notDialled = { isDialling: false, unrung: null as string | null, isRungBack: false };

function findings(
  desk: DeskState,
  service: Partial<TelephonySnapshot>,
  legs: ExpectedCall["legs"] = [],
  { wasInRoom = false, dialled = notDialled, place = ownRoom, hasLeg = true } = {},
): Discrepancy[] {
  const callSid = hasLeg ? "CA-caller" : null;
  return compareCalls({
    settled: [{ ...dialled, ...place, id, callSid, desk, legs, wasInRoom }],
    live: new Set([id]),
    sids: new Set(["CA-caller"]),
    numbers: new Set(["+61255500101"]),
    service: { ...nothing, ...service },
  });
}

test("[CA21] equal states give no finding", () => {
  expect(
    findings(arrivedState, { calls: [serviceCall("CA-caller")], queued: ["CA-caller"] }),
  ).toEqual([]);
  const members = [
    { callSid: "CA-caller", hold: false },
    { callSid: leg.sid, hold: false },
  ];
  expect(
    findings(screening, { calls: bothLive, conferences: room(members) }, [believedLeg]),
  ).toEqual([]);
});

test("[CA21] a call that the service does not list is missing", () => {
  expect(findings(arrivedState, {})).toEqual([
    { type: "call.missing", call: id, callSid: "CA-caller" },
  ]);
});

test("[SR34] a call of the demonstration telephone is not adopted", () => {
  const page = serviceCall("CA-page", { from: "client:phone-1" });

  expect(
    findings(arrivedState, { calls: [serviceCall("CA-caller"), page], queued: ["CA-caller"] }),
  ).toEqual([]);
});

test("[CA21] an answered inbound call to a station's number is unknown if the server has no record of it", () => {
  const unknown = serviceCall("CA-new");
  const others = [
    serviceCall("CA-ringing", { status: "ringing" }),
    serviceCall("CA-elsewhere", { to: "+61299999999" }),
    serviceCall("CA-out", { direction: "outbound-api" }),
  ];
  const live = [serviceCall("CA-caller"), unknown, ...others];

  expect(findings(arrivedState, { calls: live, queued: ["CA-caller"] })).toEqual([
    { type: "call.unknown", service: unknown },
  ]);
});

test("[DS27] a registered leg of an operator is missing if the service does not list it in the room", () => {
  const alone = room([{ callSid: "CA-caller", hold: false }]);
  const found = [{ type: "leg.missing", call: id, leg: leg.sid }];

  expect(
    findings(screening, { calls: [serviceCall("CA-caller")], conferences: alone }, [believedLeg]),
  ).toEqual(found);
  expect(findings(screening, { calls: bothLive, conferences: alone }, [believedLeg])).toEqual(
    found,
  );
});

test("[DS27] the leg of the desk state is missing if the room does not contain it, also while the caller is held", () => {
  const service = {
    calls: [serviceCall("CA-caller")],
    conferences: room([{ callSid: "CA-caller", hold: true }]),
  };
  const found = [{ type: "leg.missing", call: id, leg: leg.sid }];

  expect(findings(screening, service)).toEqual(found);
  expect(findings(toHeld(arrivedState, { holder: alice, at, leg }), service)).toEqual(found);
  expect(findings(toHeld(arrivedState, { holder: alice, at }), service)).toEqual([]);
});

test("[DS6] a caller in the queue is awaited when an operator is in the room", () => {
  const joined = { ...arrivedState, leg };
  const conferences = room([{ callSid: leg.sid, hold: false }]);
  const service = { calls: bothLive, conferences, queued: ["CA-caller"] };

  expect(findings(joined, service, [believedLeg])).toEqual([{ type: "caller.awaited", call: id }]);
  expect(findings(arrivedState, service, [{ ...believedLeg, joined: false }])).toEqual([
    { type: "leg.joined", call: id, leg: leg.sid, roomSid: "CF1" },
  ]);
});

test("[DS11] hold and its end follow the service", () => {
  function bothMembers(hold: boolean) {
    return {
      calls: bothLive,
      conferences: room([
        { callSid: "CA-caller", hold },
        { callSid: leg.sid, hold: false },
      ]),
    };
  }
  const isHeld = toHeld(arrivedState, { holder: alice, at, leg });

  expect(findings(screening, bothMembers(true), [believedLeg])).toEqual([
    { type: "caller.held", call: id },
  ]);
  expect(findings(isHeld, bothMembers(false), [believedLeg])).toEqual([
    { type: "caller.resumed", call: id },
  ]);
  expect(findings(isHeld, bothMembers(true), [believedLeg])).toEqual([]);
  expect(
    findings({ ...isHeld, unattended: true, silentLeg: leg.sid }, bothMembers(false), [
      believedLeg,
    ]),
  ).toEqual([{ type: "operator.returned", call: id, leg: leg.sid }]);
});

test("[DS27] a caller without an operator and without music is alone", () => {
  const unattended = toHeld(arrivedState, { holder: alice, at, unattended: true });
  const rooms = room([{ callSid: "CA-caller", hold: false }]);

  expect(findings(unattended, { calls: [serviceCall("CA-caller")], conferences: rooms })).toEqual([
    { type: "caller.alone", call: id },
  ]);
});

test("[CA21] a caller who is in neither queue nor room is sent to the one that the desk state requires, and a queued caller found in the room has joined", () => {
  const calls = [serviceCall("CA-caller")];

  expect(findings(arrivedState, { calls })).toEqual([
    { type: "caller.nowhere", call: id, callSid: "CA-caller", to: "queue" },
  ]);
  expect(findings(toHeld(arrivedState, { holder: alice, at }), { calls })).toEqual([
    { type: "caller.nowhere", call: id, callSid: "CA-caller", to: "room" },
  ]);
  const rooms = room([{ callSid: "CA-caller", hold: false }]);
  expect(findings(arrivedState, { calls, conferences: rooms })).toEqual([
    { type: "caller.joined", call: id, callSid: "CA-caller", roomSid: "CF1" },
  ]);
});

test("[CA15] a rejected call that is still live after its undo time is found", () => {
  const leaving = { reason: "rejected", by: alice, until: null, wasBridged: false } as const;
  const service = { calls: [serviceCall("CA-caller")], queued: ["CA-caller"] };

  expect(findings({ ...arrivedState, leaving }, service)).toEqual([
    { type: "call.leaving", call: id },
  ]);
  const undoable = { ...arrivedState, leaving: { ...leaving, until: at } };
  expect(findings(undoable, service)).toEqual([]);
});

test("[CA15] [OB20] a rejected caller who waits for a call back is found although no leg exists", () => {
  const leaving = { reason: "rejected", by: alice, until: null, wasBridged: false } as const;
  const noLeg = { hasLeg: false, dialled: { ...notDialled, isRungBack: true } };

  expect(findings({ ...arrivedState, leaving }, {}, [], noLeg)).toEqual([
    { type: "call.leaving", call: id },
  ]);
  expect(findings(arrivedState, {}, [], noLeg)).toEqual([]);
});

test("[DS13] a ready caller waits in the room with music, and is connected when an operator is there", () => {
  const ready: DeskState = { ...arrivedState, status: "ready", since: at };
  function inRoom(desk: DeskState, hold: boolean, withLeg: boolean) {
    const others = withLeg ? [{ callSid: leg.sid, hold: false }] : [];
    const conferences = room([{ callSid: "CA-caller", hold }, ...others]);
    const legs = withLeg ? [believedLeg] : [];
    return findings(desk, { calls: bothLive, conferences }, legs, { wasInRoom: true });
  }

  expect(inRoom(ready, true, false)).toEqual([]);
  expect(inRoom(ready, false, false)).toEqual([{ type: "caller.alone", call: id }]);
  expect(inRoom({ ...ready, leg }, true, true)).toEqual([{ type: "caller.awaited", call: id }]);
  expect(inRoom({ ...ready, leg }, false, true)).toEqual([{ type: "caller.resumed", call: id }]);
});

test("[DS7] a call's room without a live call is an orphan, and foreign rooms are not", () => {
  const rooms = [
    { sid: "CF2", name: "call:019f0000-0000-7000-8000-0000000000ff", participants: [] },
    { sid: "CF3", name: "somebody else's", participants: [] },
  ];

  const service = { calls: [serviceCall("CA-caller")], queued: ["CA-caller"], conferences: rooms };
  expect(findings(arrivedState, service)).toEqual([
    { type: "room.orphan", call: "019f0000-0000-7000-8000-0000000000ff", roomSid: "CF2" },
  ]);
});

test("[CA21] a dialled party in the room has answered, and a party who still rings is not missing", () => {
  const dialled = { ...notDialled, isDialling: true };
  const rings = { calls: bothLive, conferences: room([{ callSid: leg.sid, hold: false }]) };
  expect(findings(screening, rings, [believedLeg], { dialled })).toEqual([]);
  const members = [
    { callSid: "CA-caller", hold: false },
    { callSid: leg.sid, hold: false },
  ];
  expect(
    findings(screening, { calls: bothLive, conferences: room(members) }, [believedLeg], {
      dialled,
    }),
  ).toEqual([{ type: "caller.joined", call: id, callSid: "CA-caller", roomSid: "CF1" }]);
});

test("[OB18] a caller who hears the announcement of the call back is not sent to the queue again", () => {
  const goodbye = { calls: [serviceCall("CA-caller")] };
  const dialled = { ...notDialled, isRungBack: true };
  expect(findings(arrivedState, goodbye, [], { dialled })).toEqual([]);
  expect(findings(arrivedState, goodbye)).toHaveLength(1);
});

test("[DS30] an outbound call without a registered leg to its number is found, with or without such a leg at the service", () => {
  const number = "+61491570006";
  const conferences = room([{ callSid: leg.sid, hold: false }]);
  const own = serviceCall(leg.sid, { to: "" });
  function compare(calls: ServiceCall[], unrung: string | null = number) {
    const how = { dialled: { ...notDialled, isDialling: true, unrung }, hasLeg: false };
    return findings(screening, { calls, conferences }, [believedLeg], how);
  }
  const ringing = serviceCall("CA-far", { to: number, direction: "outbound-api" });

  expect(compare([own])).toEqual([{ type: "dial.missing", call: id, leg: null }]);
  expect(compare([own, ringing])).toEqual([{ type: "dial.missing", call: id, leg: "CA-far" }]);
  expect(compare([own], null)).toEqual([]);
  expect(compare([])).toEqual([{ type: "leg.missing", call: id, leg: leg.sid }]);
});
