import { afterAll, expect, test } from "vitest";

import { type Endpoint, errorStatus, may, roles } from "@linedesk/contract";
import { aPerson } from "../support/people.ts";
import { ProbedStation, endpoints, needsKey } from "../support/probed-station.ts";
import { makeThings, readThings, type Thing, things } from "../support/station-things.ts";

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

const probed = await ProbedStation.start();
afterAll(() => probed.close());

function idsOf(type: Endpoint["access"]["type"]): string[] {
  return endpoints.filter(({ access }) => access.type === type).map(({ id }) => id);
}

test("[RL20] an endpoint without a right is one of the few that concern nobody but who asks", () => {
  expect(idsOf("session").toSorted()).toEqual(ownAffairs);
  expect(idsOf("public").toSorted()).toEqual(openToAll.toSorted());
});

/** Which things of a station the path of an endpoint names, beside the station itself. */
function thingsOf({ path }: Endpoint): Thing[] {
  return path.startsWith("/admin/{id}/")
    ? things.filter((thing) => path.includes(`{${thing}}`))
    : [];
}

/** What is looked at before the thing is, so that nothing but the thing is wrong. */
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

test("[RL22] a thing of another station is none under one's own, whoever names it, and stays as it was", async () => {
  const { people, station, outsider, outside, server } = probed;
  const theirs = await makeThings(server.db, { station, user: people.screener.id });
  const before = await readThings(server.db, station);
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
  expect(await readThings(server.db, station)).toEqual(before);
});

test.each(roles)("[RL21] %s is answered what the contract's right lets the role", async (role) => {
  for (const endpoint of endpoints) {
    const { status, code } = await probed.ask(endpoint, probed.people[role]);
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
});

/** They change nothing: previews, a look at a sound, a file that is none, lines without flags. */
const unaudited = new Set(["previewRetention", "checkSound", "addSound", "importFlags"]);

test("[AD25] whatever an admin or an owner changes leaves an entry in the audit", async () => {
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
  // What is removed is removed last.
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
