import { afterAll, beforeAll, expect, test } from "vitest";

import { apiError, type Endpoint, may, roles } from "@linedesk/contract";
import {
  ProbedStation,
  type EndpointInput,
  endpoints,
  needsKey,
} from "../support/probed-station.ts";
import { fieldsOf } from "../support/sample-input.ts";

/** No text, number, switch, list or id of the contract is so long. */
const TOO_LONG = "no".repeat(5_000);
/** In a path it would be cut off before it is looked at. */
const NO_ID = "no-such-id";
/** Wrong everywhere: no field of the contract is a list of lists. */
const NO_FIELD = [[["not as it should be"]]];

let probed: ProbedStation;

beforeAll(async () => {
  probed = await ProbedStation.start();
});
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

test.each(endpoints)("[AP20] $id lets in nobody but whom it is for", async (endpoint) => {
  const { access } = endpoint;
  const { status: ofNobody } = await probed.ask(endpoint, null);
  expect(ofNobody === 401).toBe(access.type !== "public" || needsKey(endpoint));
  if (!("permission" in access)) {
    return;
  }
  const { status: ofStranger } = await probed.ask(endpoint, probed.outsider);
  expect(ofStranger).toBe(access.type === "thing" ? 404 : 403);
  for (const role of roles.filter((one) => !may(one, access.permission))) {
    const { status, code } = await probed.ask(endpoint, probed.people[role]);
    expect([role, status, code]).toEqual([role, 403, "forbidden"]);
  }
});

const withInput = endpoints.filter(
  (endpoint) => (endpoint.params ?? endpoint.query ?? endpoint.body) !== undefined,
);

test.each(withInput.filter((endpoint) => !needsKey(endpoint)))(
  "[AP20] [AP5] $id refuses each field that is wrong, and names it",
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
