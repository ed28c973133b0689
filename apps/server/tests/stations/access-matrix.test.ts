import { afterAll, beforeAll, expect, test } from "vitest";

import * as contract from "@linedesk/contract";
import { type Endpoint, errorStatus, may, type Role, roles } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { type KnownValues, sampleInput } from "../support/sample-input.ts";
import { asPerson, startTestServer, type TestServer } from "../support/station-server.ts";

const NUMBER = "+61491570006";

/** What concerns nobody but who asks; whatever else is new needs a right in its contract. */
const ownAffairs = [
  "addStation",
  "authoriseChannel",
  "authoriseUser",
  "changeSetting",
  "listPreflights",
  "listStations",
  "myAdminRights",
  "readSettings",
  "reportPreflight",
  "voiceToken",
];
/** Pairing needs a code, and what plays now an integration's own key. */
const openToAll = [
  "clientConfig",
  "healthLive",
  "healthReady",
  "phoneToken",
  "pairAudioServer",
  "setNowPlaying",
];

/** Whether a key is asked for, which no person has. */
function needsKey({ id, access }: Endpoint): boolean {
  return access.type === "key" || id === "setNowPlaying";
}

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "path" in value && "access" in value,
);

let server: TestServer;
let people: Record<Role, Person>;
let stranger: Person;
let known: KnownValues;

beforeAll(async () => {
  server = await startTestServer({ EXCHANGE_PORT: "9", RATE_LIMIT: "1000000" });
  const members: [Person, Role][] = [];
  for (const role of roles) {
    members.push([await aPerson(server.db, role), role]);
  }
  people = Object.fromEntries(members.map(([person, role]) => [role, person])) as typeof people;
  stranger = await aPerson(server.db, "Frank");
  await aStation(server.db, [[stranger, "owner"]]);
  const station = await aStation(server.db, members);
  const call = await aPastCall(station);
  const recording = await aRecording(station, call);
  known = {
    station,
    call,
    recording,
    calls: [call],
    number: NUMBER,
    owner: "person",
    openingHours: null,
  };
});
afterAll(() => server.close());

async function aPastCall(station: string): Promise<string> {
  const at = new Date();
  const id = uuidV7(at.getTime());
  const desk = { status: "ended", reason: "caller_hung_up", at: at.toISOString(), verified: false };
  await server.db
    .insertInto("call")
    .values({
      id,
      arrived_at: at,
      station_id: station,
      direction: "inbound",
      number: NUMBER,
      call_state: JSON.stringify({ status: "ended", reason: "completed" }),
      desk: JSON.stringify(desk),
      ended_at: at,
      reason: "caller_hung_up",
      changed_at: at,
    })
    .execute();
  return id;
}

/** Its sound lies at a telephony service that does not answer. */
async function aRecording(station: string, call: string): Promise<string> {
  const at = new Date();
  const id = uuidV7();
  await server.db
    .insertInto("recording")
    .values({
      id,
      station_id: station,
      call_id: call,
      state: "stored",
      requested_at: at,
      notice_words: "This call is recorded.",
      announced_at: at,
      started_at: at,
      ended_at: at,
      duration_s: 1,
      service_sid: "RE00000000000000000000000000000001",
    })
    .execute();
  return id;
}

interface Outcome {
  status: number;
  code: string | null;
}

/** Asks with an input that the contract takes, so that nothing but the right can refuse it. */
async function ask(endpoint: Endpoint, person: Person | null): Promise<Outcome> {
  const { method, path, params, query, body } = endpoint;
  const inPath: KnownValues = { id: known["station"], ...sampleInput(params, known) };
  const named: KnownValues = {
    ...inPath,
    ...(path.includes("/{id}") ? { id: known["station"] } : {}),
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(named[name])),
  );
  const asked = Object.entries(sampleInput(query, known)).map(([name, value]) => [
    name,
    String(value),
  ]);
  const answer = await fetch(
    `${server.url}/api${filled}?${new URLSearchParams(asked).toString()}`,
    {
      method,
      headers: {
        ...(person === null ? {} : asPerson(person)),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(sampleInput(body, known)) }),
    },
  );
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code ?? null };
}

function idsOf(type: Endpoint["access"]["type"]): string[] {
  return endpoints.filter(({ access }) => access.type === type).map(({ id }) => id);
}

test("[RL20] an endpoint without a right is one of the few that concern nobody but who asks", () => {
  expect(idsOf("session").toSorted()).toEqual(ownAffairs);
  expect(idsOf("public").toSorted()).toEqual(openToAll.toSorted());
});

test("[RL21] nobody but who is signed in is answered by any endpoint that is not public", async () => {
  for (const endpoint of endpoints) {
    const { status, code } = await ask(endpoint, null);
    const isOpen = endpoint.access.type === "public" && !needsKey(endpoint);
    expect([endpoint.id, status === 401]).toEqual([endpoint.id, !isOpen]);
    expect([endpoint.id, code]).not.toEqual([endpoint.id, "internal_error"]);
  }
});

test("[RL21] [RL4] the owner of another station is refused what has one, and learns of no thing", async () => {
  for (const endpoint of endpoints) {
    const { status, code } = await ask(endpoint, stranger);
    const { type } = endpoint.access;
    const refusals: Partial<Record<typeof type, number>> = {
      permission: 403,
      thing: 404,
      key: 401,
    };
    const expected = refusals[type] ?? status;
    expect([endpoint.id, status, code]).toEqual([endpoint.id, expected, code]);
    expect([endpoint.id, code]).not.toEqual([endpoint.id, "internal_error"]);
  }
});

test.each(roles)(
  "[RL21] [RL3] %s is answered what the contract's right lets the role",
  async (role) => {
    for (const endpoint of endpoints) {
      const { status, code } = await ask(endpoint, people[role]);
      const { access } = endpoint;
      if ("permission" in access) {
        const isRefused = status === errorStatus.forbidden && code === "forbidden";
        expect([endpoint.id, status, isRefused]).toEqual([
          endpoint.id,
          status,
          !may(role, access.permission),
        ]);
      }
      expect([endpoint.id, status, code]).not.toEqual([endpoint.id, 500, "internal_error"]);
      expect([endpoint.id, status === 401]).toEqual([endpoint.id, needsKey(endpoint)]);
    }
  },
);
