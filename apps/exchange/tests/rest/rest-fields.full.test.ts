import { describe, expect, test } from "vitest";

import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { type BootedExchange, eventually, testConfig } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";
import { fixedFields } from "./support-table.ts";

/**
 * `connected` is in a conference, `waiting` is in a queue, and `puzzled` runs a document with an
 * unknown verb.
 */
let connected: string;
let waiting: string;
let puzzled: string;
let room: string;
let queue: string;

const number = "+61255500101";
function some(list: unknown[]) {
  return list.length > 0;
}

const booted = useExchange({
  config: {
    sip: { ...testConfig().sip, plan: createPeerPlan({ host: "127.0.0.1", port: 9 }) },
  },
  keepsClients: true,
  prepare,
});

async function prepare(exchange: BootedExchange): Promise<void> {
  const { rest: client, web } = exchange;
  const documents: Record<string, string> = {
    "client:alice":
      '<Dial><Conference beep="false" muted="true" waitUrl="">fields</Conference></Dial>',
    "client:bob": '<Enqueue waitUrl="">fields</Enqueue>',
    "client:carla": '<Sing/><Pause length="60"/>',
  };
  web.answer("/voice", ({ params }) => documents[params["From"] ?? ""] ?? "");
  async function call(identity: string) {
    return (await exchange.inCall(identity)).callSid;
  }
  [connected, waiting, puzzled] = [await call("alice"), await call("bob"), await call("carla")];
  room = String((await eventually(() => client.conferences.list(), some))[0]?.sid);
  queue = String((await eventually(() => client.queues.list(), some))[0]?.sid);
  await eventually(() => client.calls(puzzled).notifications.list(), some);
  await client.incomingPhoneNumbers.create({ phoneNumber: number, friendlyName: "main" });
}

function rest() {
  return booted().rest;
}

describe("every field that Twilio's client knows", () => {
  const resources: Record<string, () => Promise<object | undefined>> = {
    account: () => rest().api.v2010.accounts(booted().exchange.account.sid).fetch(),
    application: () => rest().applications(booted().applicationSid).fetch(),
    call: () => rest().calls(connected).fetch(),
    conference: () => rest().conferences(room).fetch(),
    key: () => rest().newKeys.create({ friendlyName: "robot" }),
    member: () => rest().queues(queue).members(waiting).fetch(),
    message: () => rest().calls(connected).userDefinedMessages.create({ content: "{}" }),
    notification: async () => {
      const { notifications } = rest().calls(puzzled);
      return notifications(String((await notifications.list())[0]?.sid)).fetch();
    },
    number: async () => (await rest().incomingPhoneNumbers.list())[0],
    participant: () => rest().conferences(room).participants(connected).fetch(),
    queue: () => rest().queues(queue).fetch(),
    recording: () => rest().calls(connected).recordings.create(),
    subscription: () => {
      const { userDefinedMessageSubscriptions: all } = rest().calls(connected);
      return all.create({ callback: booted().web.url("/told") });
    },
    token: () => rest().tokens.create(),
    validation: () => rest().validationRequests.create({ phoneNumber: "+61491570156" }),
  };

  test.each(Object.keys(resources))("[XR55] has a value in a %s", async (name) => {
    const resource = (await resources[name]?.()) as { toJSON(): object };

    const fields = Object.entries(resource.toJSON());
    expect(fields.length).toBeGreaterThan(1);
    // An absent field is undefined. The client parses an invalid number as NaN, and an invalid time
    // as an invalid date.
    function isBroken(value: unknown) {
      return (
        value === undefined ||
        Object.is(value, Number.NaN) ||
        (value instanceof Date && Number.isNaN(value.getTime()))
      );
    }
    expect(fields.filter(([, value]) => isBroken(value))).toEqual([]);
  });
});

describe("the constant fields in docs/exchange-rest.md", () => {
  const paths: Record<string, () => string> = {
    "a call": () => `/Calls/${connected}`,
    "a recording": () => `/Calls/${connected}/Recordings`,
    "a conference": () => `/Conferences/${room}`,
    "an incoming number": () => "/IncomingPhoneNumbers",
    "an application": () => `/Applications/${booted().applicationSid}`,
    "the account": () => "",
  };

  test.each(fixedFields())("[XR55] are true: %s has the %s %s", async (of, field, value) => {
    const { recordings } = rest().calls(connected);
    const isMissing = of === "a recording" && (await recordings.list()).length === 0;
    if (isMissing) {
      await recordings.create();
    }

    const body = (await (await booted().request(`${paths[of]?.()}.json`)).json()) as object;

    const [list] = Object.values(body).filter((each) => Array.isArray(each));
    expect(list?.[0] ?? body).toHaveProperty(field, value);
  });
});

describe("the filters of lists", () => {
  function calls(filter: object) {
    return async () => (await rest().calls.list(filter)).some(({ sid }) => sid === connected);
  }
  function rooms(filter: object) {
    return async () => (await rest().conferences.list(filter)).some(({ sid }) => sid === room);
  }
  function numbers(filter: object) {
    return async () => (await rest().incomingPhoneNumbers.list(filter)).length === 1;
  }
  function recordings(filter: object) {
    return async () => (await rest().recordings.list(filter)).length > 0;
  }
  function applications(filter: object) {
    return async () => (await rest().applications.list(filter)).length === 1;
  }

  type Case = [(filter: object) => () => Promise<boolean>, finds: object, leavesOut: object];
  const cases: Case[] = [
    [calls, { from: "client:alice" }, { from: "client:bob" }],
    [calls, { status: "in-progress" }, { status: "completed" }],
    [calls, {}, { parentCallSid: `CA${"0".repeat(32)}` }],
    [calls, { startTimeBefore: new Date("2999-01-01") }, { startTimeBefore: new Date(0) }],
    [rooms, { friendlyName: "fields" }, { friendlyName: "field" }],
    [rooms, { status: "init" }, { status: "completed" }],
    [numbers, { phoneNumber: number }, { phoneNumber: "+61255500102" }],
    [recordings, {}, { callSid: `CA${"0".repeat(32)}` }],
    [applications, { friendlyName: "the desk" }, { friendlyName: "desk" }],
  ];

  const named = cases.map(([list, ...filters]) => {
    const [name] = Object.keys(filters[1]);
    return [`${list.name} by ${name}`, list, ...filters] as const;
  });

  test.each(named)(
    "[XR12] include and exclude records: %s",
    async (_what, list, finds, leavesOut) => {
      expect([await list(finds)(), await list(leavesOut)()]).toEqual([true, false]);
    },
  );
});
