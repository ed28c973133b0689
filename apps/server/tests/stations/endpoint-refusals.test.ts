import { afterAll, expect, test } from "vitest";

import { apiError, type Endpoint, may, roles } from "@linedesk/contract";
import { aPerson } from "../support/people.ts";
import {
  ProbedStation,
  type EndpointInput,
  endpoints,
  needsKey,
} from "../support/probed-station.ts";
import { fieldsOf, type KnownValues, sampleInput } from "../support/sample-input.ts";
import {
  makeNeighbourThings,
  makeThings,
  NEIGHBOURS_NAME,
  readStationRows,
  type Thing,
  things,
} from "../support/station-things.ts";

/** No text, number, boolean, list or id of the contract is this long. */
const TOO_LONG = "no".repeat(5_000);
/** An invalid id for a path. It is short, because a long path would be cut before it is checked. */
const NO_ID = "no-such-id";
/** This value is invalid in every field, because no field of the contract is a list of lists. */
const NO_FIELD = [[["not as it should be"]]];

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
/** Endpoints without a session. Pairing needs a code, and the title that plays needs a key. */
const openToAll = [
  "clientConfig",
  "healthLive",
  "healthParts",
  "healthReady",
  "stationHealth",
  "phoneToken",
  "pairAudioServer",
  "setNowPlaying",
];

const probed = await ProbedStation.start();
afterAll(() => probed.close());

interface Malformed extends EndpointInput {
  field: string;
}

/** Returns the endpoint's own input once for each field, with that field invalid. */
function malform(endpoint: Endpoint): Malformed[] {
  const fair = probed.sample(endpoint);
  const inPath = fieldsOf(endpoint.params).map((field) => ({
    ...fair,
    field,
    params: { ...fair.params, [field]: NO_ID },
  }));
  const inQuery = fieldsOf(endpoint.query).map((field) => ({
    ...fair,
    field,
    query: { ...fair.query, [field]: TOO_LONG },
  }));
  const inBody = fieldsOf(endpoint.body).map((field) => ({
    ...fair,
    field,
    body: { ...(fair.body as object), [field]: NO_FIELD },
  }));
  const all = [...inPath, ...inQuery, ...inBody];
  return endpoint.body === undefined ? all : [...all, { ...fair, field: ".", body: [] }];
}

function idsOf(type: Endpoint["access"]["type"]): string[] {
  return endpoints.filter(({ access }) => access.type === type).map(({ id }) => id);
}

test("an endpoint without a permission concerns only the signed-in person or is public", () => {
  expect(idsOf("session").toSorted()).toEqual(ownAffairs);
  expect(idsOf("public").toSorted()).toEqual(openToAll.toSorted());
});

test.each(endpoints)("[RL21] [AP6] $id requires its permission", async (endpoint) => {
  const { access } = endpoint;
  const { status: ofNobody } = await probed.ask(endpoint, null);
  expect(ofNobody === 401).toBe(access.type !== "public" || needsKey(endpoint));
  for (const role of roles) {
    const { status, code } = await probed.ask(endpoint, probed.people[role]);
    expect([role, status === 401, status === 500]).toEqual([role, needsKey(endpoint), false]);
    if ("permission" in access) {
      const isRefused = status === 403 && code === "forbidden";
      expect([role, status, isRefused]).toEqual([role, status, !may(role, access.permission)]);
    }
  }
  if ("permission" in access) {
    const { status: ofOutsider } = await probed.ask(endpoint, probed.outsider);
    expect(ofOutsider).toBe(access.type === "thing" ? 404 : 403);
  }
});

const withInput = endpoints.filter(
  (endpoint) => (endpoint.params ?? endpoint.query ?? endpoint.body) !== undefined,
);

test.each(withInput.filter((endpoint) => !needsKey(endpoint)))(
  "[RL21] [AP5] $id refuses each invalid field and names it",
  async (endpoint) => {
    const wrong: unknown[] = [];
    for (const { field, ...input } of malform(endpoint)) {
      const { status, code, fields, answer } = await probed.ask(
        endpoint,
        probed.people.owner,
        input,
      );
      const isNamed = fields.some((name) => name === field || name.startsWith(`${field}.`));
      const isShaped = apiError.safeParse(answer).success;
      const isRefused = status === 400 && code === "bad_request" && isNamed && isShaped;
      if (!isRefused) {
        wrong.push([`${endpoint.id}.${field}`, status, code, fields]);
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** These endpoints search the calls of the person's own station, and find none. */
const filters = ["callerHistory", "exportHistory"];
const ofWhatRuns = ["endContest", "resetContest", "undoCallerChange"];

function isNone(id: string, status: number): boolean {
  return (
    status === 404 ||
    (status === 200 && filters.includes(id)) ||
    (status === 409 && ofWhatRuns.includes(id))
  );
}

test("[RL22] a request for the person's own station that names an object of another station finds and changes nothing", async () => {
  const { outsider, people, server } = probed;
  const stationOf = async ({ id }: { id: string }) => {
    const members = server.db.selectFrom("membership").select("station_id as station");
    return (await members.where("user_id", "=", id).executeTakeFirstOrThrow()).station;
  };
  const [own, other] = [await stationOf(outsider), await stationOf(people.owner)];
  const things = await makeNeighbourThings(server.db, other);
  const known: KnownValues = { ...things, station: own, openingHours: null };
  const before = await readStationRows(server.db, other);

  const probes: [string, number, boolean][] = [];
  for (const endpoint of endpoints) {
    const { access, params, query, body, path, id } = endpoint;
    const fields = [params, query, body].flatMap(fieldsOf);
    const isNamed = access.type === "permission" && fields.some((field) => field in things);
    if (!isNamed || path.startsWith("/admin/{id}/")) {
      continue;
    }
    const input = {
      params: { ...sampleInput(params, known), ...(path.includes("/{id}") ? { id: own } : {}) },
      query: sampleInput(query, known),
      body: body === undefined ? undefined : sampleInput(body, known),
    };
    const { status, answer } = await probed.ask(endpoint, outsider, input);
    probes.push([id, status, JSON.stringify(answer).includes(NEIGHBOURS_NAME)]);
  }

  expect(probes.length).toBeGreaterThan(13);
  expect(probes.filter(([id, status]) => !isNone(id, status))).toEqual([]);
  expect(probes.filter(([, , isNamed]) => isNamed)).toEqual([]);
  expect(await readStationRows(server.db, other)).toEqual(before);
});

/** Returns the objects of a station in the endpoint's path, without the station itself. */
function thingsOf({ path }: Endpoint): Thing[] {
  return path.startsWith("/admin/{id}/")
    ? things.filter((thing) => path.includes(`{${thing}}`))
    : [];
}

/** Values that pass all earlier checks, so that only the object of the request is wrong. */
const values: Record<string, unknown> = {
  holdMusicUrl: null,
  lineClosedUrl: null,
  forwardTo: null,
  url: "https://radio.example/hook",
  dryRun: false,
  active: false,
};

function withValues(body: unknown): unknown {
  if (typeof body !== "object" || body === null) {
    return body;
  }
  const given = Object.entries(body).map(([name, value]) => [
    name,
    name in values ? values[name] : (value as unknown),
  ]);
  return Object.fromEntries(given) as unknown;
}

test("[RL22] an object of another station is not found under the person's own station, and does not change", async () => {
  const { people, station, outsider, outside, server } = probed;
  const theirs = await makeThings(server.db, { station, user: people.screener.id });
  const before = await readStationRows(server.db, station);
  const named = endpoints.filter((endpoint) => thingsOf(endpoint).length > 0);
  expect(new Set(named.flatMap(thingsOf))).toEqual(new Set(things));

  const answered: string[] = [];
  for (const endpoint of named) {
    const sample = probed.sample(endpoint);
    const params = { ...sample.params, ...theirs, id: outside };
    const body = withValues(sample.body);
    const { status, code } = await probed.ask(endpoint, outsider, { ...sample, params, body });
    if (status !== 404 || code !== "not_found") {
      answered.push(`${endpoint.id} ${status} ${code}`);
    }
  }

  expect(answered).toEqual([]);
  expect(await readStationRows(server.db, station)).toEqual(before);
});

/**
 * With the inputs of this test these change nothing: a preview, a check, an invalid file, no rows.
 */
const unaudited = new Set(["previewRetention", "checkSound", "addSound", "importFlags"]);

test("[AD25] every change by an admin or an owner creates an audit entry", async () => {
  const { people, station, server } = probed;
  const somebody = await aPerson(server.db, "Somebody");
  const member = { user_id: somebody.id, station_id: station, role: "screener" } as const;
  await server.db.insertInto("membership").values(member).execute();
  const theirs = await makeThings(server.db, { station, user: somebody.id });
  async function countEntries(): Promise<number> {
    const { count } = await server.db
      .selectFrom("audit_entry")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }
  const changing = endpoints.filter(({ method, access }) => {
    const right = "permission" in access ? access.permission : null;
    return method !== "GET" && (right === "admin" || right === "own");
  });
  const done: string[] = [];
  const silent: string[] = [];
  // The endpoints that remove an object run last.
  for (const endpoint of changing.toSorted((one, other) => order(one) - order(other))) {
    const sample = probed.sample(endpoint);
    const before = await countEntries();
    const params = { ...sample.params, ...theirs, id: station };
    const body = withValues(sample.body);
    const { status } = await probed.ask(endpoint, people.owner, { ...sample, params, body });
    if (status === 200) {
      done.push(endpoint.id);
      if ((await countEntries()) === before && !unaudited.has(endpoint.id)) {
        silent.push(endpoint.id);
      }
    }
  }

  expect(silent).toEqual([]);
  expect(done.length).toBeGreaterThan(20);
});

function order({ method, path }: Endpoint): number {
  if (method === "DELETE" || path.endsWith("/erase")) {
    return path.includes("phoneLines") ? 2 : 1;
  }
  return 0;
}
