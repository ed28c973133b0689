import { afterAll, beforeAll, expect, test } from "vitest";

import { type Endpoint, errorStatus, may, roles } from "@linedesk/contract";
import { ProbedStation, endpoints, needsKey } from "../support/probed-station.ts";

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

let probed: ProbedStation;

beforeAll(async () => {
  probed = await ProbedStation.start();
});
afterAll(() => probed.close());

function idsOf(type: Endpoint["access"]["type"]): string[] {
  return endpoints.filter(({ access }) => access.type === type).map(({ id }) => id);
}

test("[RL20] an endpoint without a right is one of the few that concern nobody but who asks", () => {
  expect(idsOf("session").toSorted()).toEqual(ownAffairs);
  expect(idsOf("public").toSorted()).toEqual(openToAll.toSorted());
});

test("[RL21] nobody but who is signed in is answered by any endpoint that is not public", async () => {
  for (const endpoint of endpoints) {
    const { status, code } = await probed.ask(endpoint, null);
    const isOpen = endpoint.access.type === "public" && !needsKey(endpoint);
    expect([endpoint.id, status === 401]).toEqual([endpoint.id, !isOpen]);
    expect([endpoint.id, code]).not.toEqual([endpoint.id, "internal_error"]);
  }
});

test("[RL21] [RL4] the owner of another station is refused what has one, and learns of no thing", async () => {
  for (const endpoint of endpoints) {
    const { status, code } = await probed.ask(endpoint, probed.outsider);
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
  },
);
