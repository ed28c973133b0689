import { afterAll, expect, test } from "vitest";

import { apiError, type Endpoint, may, roles } from "@linedesk/contract";
import {
  makeNeighbourThings,
  NEIGHBOURS_NAME,
  readStationRows,
} from "../support/neighbour-things.ts";
import {
  ProbedStation,
  type EndpointInput,
  endpoints,
  needsKey,
} from "../support/probed-station.ts";
import { fieldsOf, type KnownValues, sampleInput } from "../support/sample-input.ts";

/** No text, number, switch, list or id of the contract is so long. */
const TOO_LONG = "no".repeat(5_000);
/** In a path it would be cut off before it is looked at. */
const NO_ID = "no-such-id";
/** Wrong everywhere: no field of the contract is a list of lists. */
const NO_FIELD = [[["not as it should be"]]];

const probed = await ProbedStation.start();
afterAll(() => probed.close());

interface Malformed extends EndpointInput {
  field: string;
}

/** The endpoint's own input, once for each field, with that one field wrong. */
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

test.each(endpoints)("[RL21] $id lets in nobody but whom it is for", async (endpoint) => {
  const { access } = endpoint;
  const { status: ofNobody } = await probed.ask(endpoint, null);
  expect(ofNobody === 401).toBe(access.type !== "public" || needsKey(endpoint));
  if (!("permission" in access)) {
    return;
  }
  const { status: ofOutsider } = await probed.ask(endpoint, probed.outsider);
  expect(ofOutsider).toBe(access.type === "thing" ? 404 : 403);
  for (const role of roles.filter((one) => !may(one, access.permission))) {
    const { status, code } = await probed.ask(endpoint, probed.people[role]);
    expect([role, status, code]).toEqual([role, 403, "forbidden"]);
  }
});

const withInput = endpoints.filter(
  (endpoint) => (endpoint.params ?? endpoint.query ?? endpoint.body) !== undefined,
);

test.each(withInput.filter((endpoint) => !needsKey(endpoint)))(
  "[RL21] [AP5] $id refuses each field that is wrong, and names it",
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

/** They look among one's own calls, and find none. */
const filters = ["callerHistory", "exportHistory"];
const ofWhatRuns = ["endContest", "resetContest", "undoCallerChange"];

function isNone(id: string, status: number): boolean {
  return (
    status === 404 ||
    (status === 200 && filters.includes(id)) ||
    (status === 409 && ofWhatRuns.includes(id))
  );
}

test("[RL22] what a request names of another station beside one's own is none, and stays as it was", async () => {
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
