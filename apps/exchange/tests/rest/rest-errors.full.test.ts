import { describe, expect, test } from "vitest";

import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { startExchange } from "../../src/index.ts";
import { testConfig, twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";
import { refusalCodes } from "./support-table.ts";

const own = "+61255500101";
const listener = "+61491570156";
const far = "sip:desk@pbx.example";

const { sip } = testConfig();
const trunk = createPeerPlan({ host: "127.0.0.1", port: 9 }).trunks.map((one) => ({
  ...one,
  patterns: ["+61*"],
}));

const booted = useExchange({
  config: {
    sip: {
      ...sip,
      plan: { trunks: trunk, phones: [], isClosed: false },
      rules: { ...sip.rules, allowed: ["+61", "+64", "+999"] },
    },
  },
  prepare: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: own, voiceUrl: web.url("/incoming") }),
});
const strict = useExchange({
  config: { dialsVerifiedOnly: true },
  prepare: ({ rest }) => rest.incomingPhoneNumbers.create({ phoneNumber: own }),
});

function rest() {
  return booted().rest;
}
function call(form: object) {
  return rest().calls.create({ to: listener, from: own, twiml: "<Response/>", ...form });
}
function add(form: object, room = "errors") {
  return rest()
    .conferences(room)
    .participants.create({ to: listener, from: own, ...form });
}
function raw(method: string, path: string, data: object = {}) {
  const { sid, authToken } = booted().exchange.account;
  const uri = `https://api.twilio.com/2010-04-01/Accounts/${sid}${path}`;
  return rest()
    .request({ method: method as "get", uri, username: sid, password: authToken, data })
    .then(({ body }) => {
      throw body as Error;
    });
}

function buy(form: object) {
  return rest().incomingPhoneNumbers.create({ phoneNumber: "+61255500188", ...form });
}
async function change(form: object): Promise<unknown> {
  const [number] = await rest().incomingPhoneNumbers.list({ phoneNumber: own });
  return rest()
    .incomingPhoneNumbers(number?.sid ?? "")
    .update(form);
}

async function asKey(): Promise<unknown> {
  const { sid, secret } = await rest().newKeys.create({});
  return twilioClient(booted().exchange, [sid, secret]).newKeys.create({});
}

async function redirectEnded(): Promise<unknown> {
  const { sid } = await call({ to: "client:nobody" });
  await rest().calls(sid).update({ status: "completed" });
  return rest().calls(sid).update({ twiml: "<Response/>" });
}

async function sameLabelTwice(): Promise<unknown> {
  await booted().device("carla");
  await add({ to: "client:carla", label: "guest" }, "labels");
  return add({ to: "client:carla", label: "guest" }, "labels");
}

async function deleteLive(): Promise<unknown> {
  await booted().device("carla");
  const { sid } = await call({ to: "client:carla" });
  return rest().calls(sid).remove();
}

async function sameQueueTwice(): Promise<unknown> {
  await rest().queues.create({ friendlyName: "same" });
  return rest().queues.create({ friendlyName: "same" });
}

async function verifyTwice(): Promise<unknown> {
  const form = { phoneNumber: listener };
  await rest().validationRequests.create(form);
  return rest().validationRequests.create(form);
}

async function tooOften(): Promise<unknown> {
  const exchange = await startExchange(testConfig({ restPerSecond: 1 }));
  try {
    for (;;) {
      await twilioClient(exchange).queues.list();
    }
  } finally {
    await exchange.close();
  }
}

/** The errors that can refuse a request of the official client, except `PROVEN_ELSEWHERE`. */
const rows: [code: number, status: number, ask: () => Promise<unknown>][] = [
  [12100, 400, () => call({ twiml: "<Response>" })],
  [20001, 400, () => call({ timeLimit: 0 })],
  [20003, 401, () => twilioClient(booted().exchange, ["AC0", "no"]).calls.list()],
  [20004, 405, () => raw("put", "/Calls.json")],
  [20403, 403, asKey],
  [
    20404,
    404,
    () =>
      rest()
        .calls(`CA${"0".repeat(32)}`)
        .fetch(),
  ],
  [20009, 409, deleteLive],
  [20429, 429, tooOften],
  [20429, 429, verifyTwice],
  [21201, 400, () => call({ to: "" })],
  [21205, 400, () => call({ twiml: undefined, url: "nonsense" })],
  [21205, 400, () => call({ twiml: undefined })],
  [21208, 400, () => call({ timeout: 601 })],
  [21208, 400, () => add({ timeout: 4 })],
  [21209, 400, () => call({ method: "PUT" })],
  [21209, 400, () => call({ fallbackMethod: "PUT" })],
  [21209, 400, () => call({ statusCallbackMethod: "PUT" })],
  [21210, 400, () => call({ from: "+61255500199" })],
  [21211, 400, () => call({ to: "nobody" })],
  [21211, 400, () => call({ to: "0491570156" })],
  [21212, 400, () => call({ from: "client:desk" })],
  [21213, 400, () => call({ from: "" })],
  [21214, 400, () => call({ to: "+64211234567" })],
  [21214, 400, () => add({ to: "+64211234567" })],
  [21215, 400, () => call({ to: "+12125550123" })],
  [21216, 400, () => call({ to: "000" })],
  [21216, 400, () => call({ to: "+611902123456" })],
  [21217, 400, () => call({ to: "+9991234567" })],
  [21217, 400, () => call({ to: "+121255501234" })],
  [21217, 400, () => add({ to: "+61491" })],
  [
    21218,
    400,
    () =>
      rest().incomingPhoneNumbers.create({
        phoneNumber: "+61255500188",
        voiceApplicationSid: "APxx",
      }),
  ],
  [21219, 400, () => strict().rest.calls.create({ to: listener, from: own, twiml: "<Response/>" })],
  [21220, 400, redirectEnded],
  [21221, 400, () => call({ to: far, sipAuthUsername: "a".repeat(256), sipAuthPassword: "b" })],
  [21223, 400, () => call({ to: far, sipAuthUsername: "a", sipAuthPassword: "b".repeat(256) })],
  [21225, 400, () => call({ to: far, sipAuthUsername: "a" })],
  [21225, 400, () => add({ to: far, sipAuthUsername: "a" })],
  [21227, 400, () => call({ to: `${far}?${"X-A=1&".repeat(200)}` })],
  [21228, 400, () => call({ to: `${far}?X%20A=1` })],
  [21228, 400, () => add({ to: `${far}?X%20A=1` })],
  [21229, 400, () => call({ to: `${far}?X-A=%0d%0aVia` })],
  [21402, 400, () => change({ voiceUrl: "ftp://x" })],
  [21403, 400, () => change({ voiceMethod: "PUT" })],
  [21403, 400, () => rest().applications.create({ statusCallbackMethod: "PUT" })],
  [21405, 400, () => buy({ voiceFallbackUrl: "http://app.test/x" })],
  [21405, 400, () => change({ voiceUrl: "", voiceFallbackUrl: "http://app.test/x" })],
  [21405, 400, () => rest().applications.create({ voiceFallbackUrl: "http://app.test/x" })],
  [21421, 400, () => rest().incomingPhoneNumbers.create({ phoneNumber: "0255500101" })],
  [21421, 400, () => rest().incomingPhoneNumbers.create({ phoneNumber: "+99955500155" })],
  [21422, 400, () => rest().incomingPhoneNumbers.create({ phoneNumber: own })],
  [21450, 400, () => rest().validationRequests.create({ phoneNumber: own })],
  [
    21456,
    400,
    () => rest().validationRequests.create({ phoneNumber: listener, statusCallback: "x" }),
  ],
  [21609, 400, () => call({ statusCallback: "nonsense" })],
  [21609, 400, () => change({ statusCallback: "nonsense" })],
  [21626, 400, () => call({ statusCallbackEvent: ["done"] })],
  [16026, 400, sameLabelTwice],
  [22003, 400, sameQueueTwice],
];

/**
 * The codes that other tests cause: 20500 with a broken disk, 16020 with 250 participants in a
 * conference, and 22001 with a waiting caller.
 */
const PROVEN_ELSEWHERE = [20500, 16020, 22001];

describe("an error of the REST API", () => {
  test.each(rows)(
    "[XR8][XR222] with code %i and status %i reaches the official client",
    async (code, status, ask) => {
      await expect(ask()).rejects.toMatchObject({
        code,
        status,
        message: expect.stringMatching(/.{5}/),
        ...(code === 20004 ? { more_info: expect.any(String) } : {}),
      });
    },
  );

  test("[XR8] is in docs/exchange-rest.md if and only if a test causes it", () => {
    const met = new Set([...rows.map(([code]) => code), ...PROVEN_ELSEWHERE]);

    expect(refusalCodes().length).toBeGreaterThan(20);
    expect(refusalCodes().filter((code) => !met.has(code))).toEqual([]);
    expect([...met].filter((code) => !refusalCodes().includes(code))).toEqual([]);
  });
});
