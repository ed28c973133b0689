import fc from "fast-check";

import { type Endpoint, outboundConference } from "@linedesk/contract";
import { damagedJson, damagedText, hostileText } from "@linedesk/testkit";
import { deskEndpoints, samplePresses } from "./desk-endpoints.ts";
import { caller, endpoints } from "./hostile-support.ts";

export const UNKNOWN_ID = "0192f6a0-0000-7000-8000-000000000001";

interface Ids {
  station: string;
  user: string;
  /** A waiting caller whose call the test may ruin. */
  victim: string;
}

function bodies({ station, user, victim }: Ids): Record<string, object[]> {
  return {
    subscribeCalls: [{ station }],
    ...deskBodies(victim),
    flagCaller: [{ call: victim, flag: UNKNOWN_ID, carried: true, reason: "the Quokka flag" }],
    describeCall: [{ call: victim, description: "the Quokka point" }],
    reportTrouble: [{ code: 31_005, line: "line1" }],
    sendHeartbeat: [{ lines: { line1: true, line2: false } }],
    reportQuality: [{ samples: [{ mos: 4.1, jitter: 2, rtt: 30, packetsLostFraction: 0 }] }],
    nameCaller: [{ call: victim, name: "Zelda Quokka" }],
    placeCaller: [{ call: victim, location: "Quokka Island" }],
    setCallPerson: [{ call: victim, name: "Quokka" }],
    ...contactBodies({ station, victim }),
    ...prizeBodies({ station, victim }),
    ...peopleBodies({ station }),
    ...registerBodies(),
    openPhoneLines: [{ station, phoneLine: UNKNOWN_ID, open: false }],
    voiceToken: [{ identity: user }],
    phoneToken: [{}],
    changeSetting: [
      { setting: "THEME", value: "dark" },
      { setting: "CALLERCOUNT", value: 5 },
      { setting: "CHATCLEARED", value: [station, "2026-01-01T00:00:00.000Z"] },
      { setting: "STATIONS", value: [station] },
      { setting: "UPDATE", value: { theme: "dark", view: true } },
    ],
    sendChat: [
      { station, key: UNKNOWN_ID, text: "the Quokka chat" },
      { station, key: UNKNOWN_ID, text: "", call: victim },
    ],
    typeChat: [{ station }],
    authoriseChannel: [
      { socket_id: "1.2", channel_name: `private-station-${station}` },
      { socket_id: "1.2", channel_name: `presence-station-${station}` },
    ],
    authoriseUser: [{ socket_id: "1.2" }],
  };
}

/** Returns every action of the desk on an unknown call, and some on the victim. */
function deskBodies(victim: string): Record<string, object[]> {
  const ids = { call: UNKNOWN_ID, station: UNKNOWN_ID, conference: UNKNOWN_ID };
  const unknown = { ...ids, calls: [UNKNOWN_ID], line: "line1" };
  const ruined: Record<string, object[]> = {
    handleCall: [{ call: victim, action: "hang_up" }],
    handleHold: [{ call: victim, hold: false }],
    rejectCalls: [{ calls: [victim, UNKNOWN_ID], dryRun: true }],
    placeCall: [{ call: victim, position: 3 }],
  };
  return Object.fromEntries(
    deskEndpoints.map((endpoint) => {
      const to = endpoint === outboundConference ? { to: "0491 570 158" } : {};
      const pressed = samplePresses(endpoint, { ...unknown, ...to }).map(({ body }) => body);
      return [endpoint.id, [...(ruined[endpoint.id] ?? []), ...pressed]];
    }),
  );
}

function contactBodies({ station, victim }: Pick<Ids, "station" | "victim">) {
  return {
    addContact: [{ station, number: "0491 570 158", name: "Quokka", tags: ["guest"], note: "x" }],
    changeContact: [{ version: 1, number: "0491 570 159", name: "Quokka" }],
    restoreContact: [{ station, owner: "person" }],
    importContacts: [
      {
        station,
        dryRun: false,
        rows: [
          {
            line: 2,
            number: "0491 570 313",
            name: "Quokka",
            tags: [],
            note: "",
          },
        ],
      },
    ],
    exportContacts: [{ station, owner: "show", show: "Drive" }],
    saveCallerContact: [{ call: victim, owner: "person" }],
  };
}

function prizeBodies({ station, victim }: Pick<Ids, "station" | "victim">) {
  const tiers = [{ fromCents: 0, days: 30 }];
  return {
    recordWin: [{ call: victim, prize: UNKNOWN_ID, address: "1 Quokka St", exception: "x" }],
    addPrize: [{ station, name: "Quokka", valueCents: 100, stock: 1 }],
    changePrize: [{ station, version: 1, stock: 2, retired: true }],
    setWinRules: [{ station, rules: { household: true, tiers } }],
    setWinStatus: [{ station, seen: "to_collect", status: "sent" }],
    withdrawWin: [{ station, seen: "to_collect", reason: "Twice" }],
    exportWins: [{ station }],
  };
}

function peopleBodies({ station }: Pick<Ids, "station">) {
  const named = { station, caller: UNKNOWN_ID };
  return {
    changeCaller: [{ ...named, field: "note", value: "Quokka", seen: "" }],
    flagProfile: [{ ...named, flag: UNKNOWN_ID, carried: true, until: "2099-01-01T00:00:00.000Z" }],
    mergeCallers: [{ ...named, other: UNKNOWN_ID }],
    changeCallerNumber: [{ ...named, number: "0491 570 158", has: true }],
    splitCaller: [{ ...named, numbers: ["0491 570 158"] }],
    undoCallerChange: [{ ...named, change: UNKNOWN_ID }],
    exportHistory: [{ outcome: "talked", from: "2026-01-01", text: "Quokka" }],
  };
}

function registerBodies() {
  const flag = { name: "Quokka", colour: "#955f04", icon: "star", kind: "label", effect: "mark" };
  const row = { line: 2, name: "Quokka", colour: "", icon: "", kind: "", effect: "", hidden: "" };
  return {
    addFlag: [{ ...flag, hiddenByDefault: false }],
    changeFlag: [{ ...flag, hiddenByDefault: true, retired: true }],
    importFlags: [{ dryRun: false, rows: [row] }],
    addCaller: [{ number: "0491 570 158", name: "Quokka" }],
    showCallerId: [{ inUse: true }],
    eraseCaller: [{ reason: "the Quokka letter", dryRun: true }],
  };
}

function queries({ station }: Ids): string[] {
  return [
    `?station=${station}`,
    `?station=${station}&number=${encodeURIComponent(caller.number)}&limit=5&cursor=eyJhIjoxfQ`,
    `?number=${encodeURIComponent(caller.number)}&limit=100`,
    `?station=${station}&find=quokka%20isl&caller=${UNKNOWN_ID}`,
    `?text=quokka&from=2026-01-01&to=2026-12-31&outcome=left&mine=true`,
  ];
}

export function requestsFor(
  ids: Ids,
): fc.Arbitrary<{ endpoint: Endpoint; path: string; body: string }> {
  const known = bodies(ids);
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(ids.station, ids.victim, UNKNOWN_ID) },
    damagedText(ids.station),
    hostileText,
  );
  return fc.constantFrom(...endpoints).chain((endpoint) => {
    const valid = known[endpoint.id] ?? [{}];
    const json = damagedJson(...valid).map((body) => JSON.stringify(body) ?? "null");
    const texts = valid.map((body) => JSON.stringify(body));
    const body = fc.oneof({ weight: 5, arbitrary: json }, damagedText(...texts));
    const query = fc.oneof(fc.constantFrom("", ...queries(ids)), damagedText(...queries(ids)));
    return fc.record({
      endpoint: fc.constant(endpoint),
      path: fc.tuple(id, query).map(([name, text]) => fill(endpoint.path, name) + asUrl(text)),
      body,
    });
  });
}

export function asUrl(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll("#", "%23");
}
function fill(path: string, name: string): string {
  return path.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(name.toWellFormed()).replaceAll(".", "%2e"),
  );
}
