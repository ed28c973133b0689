import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { damagedText, forEachConcurrently, hostileText } from "@linedesk/testkit";
import { accountSid, AttackedExchange, caller, dialled } from "./attacked-exchange.ts";

let attacked: AttackedExchange;

beforeAll(async () => {
  attacked = await AttackedExchange.start();
});
afterAll(async () => {
  await attacked?.close();
});

const root = `/2010-04-01/Accounts/${accountSid}`;
function sid(prefix: string) {
  return `${prefix}${"0a".repeat(16)}`;
}
const paths = [
  `${root}.json`,
  `${root}/Calls.json`,
  `${root}/Calls/${sid("CA")}.json`,
  `${root}/Calls/${sid("CA")}/UserDefinedMessages.json`,
  `${root}/Conferences.json`,
  `${root}/Conferences/studio/Participants.json`,
  `${root}/Conferences/${sid("CF")}/Participants/${sid("CA")}.json`,
  `${root}/Queues.json`,
  `${root}/Queues/${sid("QU")}/Members/Front.json`,
  `${root}/IncomingPhoneNumbers/${sid("PN")}.json`,
  `${root}/Applications/${sid("AP")}.json`,
  `${root}/OutgoingCallerIds.json`,
  "/v4/EndpointEvents",
  "/v4/EndpointMetrics",
  "/health",
];
const forms = [
  `To=client%3Anobody&From=${encodeURIComponent(dialled)}&Url=http%3A%2F%2F127.0.0.1%3A9%2Fx`,
  `To=${encodeURIComponent(caller.number)}&From=x&Twiml=%3CResponse%2F%3E&Timeout=5&Method=GET`,
  "Status=completed&FriendlyName=studio&Muted=true&Hold=true&HoldUrl=http://127.0.0.1/x",
  "Url=http%3A%2F%2F127.0.0.1%2Fq&Method=POST&MaxSize=5&PageSize=5&Page=1&PageToken=PAx",
  "StartTime%3E=2026-01-01&EndTime%3C=2026-01-02&StatusCallbackEvent=initiated&StatusCallbackEvent=x",
  "Label=a&EndConferenceOnExit=true&StartConferenceOnEnter=false&CoachingSid=CA1&TimeLimit=9",
];
const events = JSON.stringify({ publisher: "twilio-js-sdk", group: "x", payload: { call_sid: 1 } });

interface Request {
  path: string;
  method: string;
  type: string;
  authorization: string | null;
  body: string;
}

const request: fc.Arbitrary<Request> = fc.record({
  path: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...paths) }, damagedText(...paths)),
  method: fc.constantFrom("GET", "POST", "POST", "POST", "DELETE", "PUT", "PATCH"),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant("application/x-www-form-urlencoded") },
    fc.constantFrom("application/json", "text/xml", "multipart/form-data", "x"),
  ),
  authorization: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    damagedText(`Basic ${Buffer.from(`${accountSid}:no`).toString("base64")}`),
    hostileText,
  ),
  body: fc.oneof(
    { weight: 6, arbitrary: damagedText(...forms, events) },
    fc.constantFrom("a=".repeat(50_000), `Twiml=${"<Say>".repeat(20_000)}`, "x".repeat(300_000)),
  ),
});

/** Replaces each character that is not printable ASCII, and removes blanks at both ends. */
function asHeader(text: string): string {
  return text.replaceAll(/[^\x21-\x7e ]/g, "?").trim();
}
function asPath(text: string): string {
  return `/${encodeURI(text.toWellFormed()).replace(/^\/+/, "")}`;
}

/** Returns true when the exchange may have closed the connection, because the request is long. */
function isCutOff(one: Request, error: unknown): boolean {
  const sent = one.path.length + one.body.length + (one.authorization?.length ?? 0);
  return sent > 16_000 && error instanceof TypeError;
}

async function send(one: Request): Promise<{ status: number; text: string }> {
  const hasBody = one.method !== "GET";
  const query = hasBody ? "" : `?${encodeURI(one.body.slice(0, 4000).toWellFormed())}`;
  const answer = await fetch(`${attacked.url}${asPath(one.path)}${query}`, {
    method: one.method,
    headers: {
      authorization: asHeader(one.authorization ?? attacked.authorization),
      "content-type": one.type,
    },
    ...(hasBody ? { body: one.body } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Fewer than this number of the test's 2,400 requests may be sent twice. */
const SENT_AGAIN_LIMIT = 10;

describe("hostile requests to the exchange's REST API and insights", () => {
  test("[XR8] [XR2] cause no 5xx status, and each refusal of the API has a code", async () => {
    const statuses = new Map<number, number>();
    let sentAgain = 0;

    async function sendOrAgain(one: Request): Promise<{ status: number; text: string }> {
      try {
        return await send(one);
      } catch (error) {
        if (isCutOff(one, error)) {
          return { status: 431, text: "" };
        }
        // The exchange may have just closed the connection, because of an earlier request with a
        // long body.
        sentAgain += 1;
        return await send(one);
      }
    }

    await attacked.survives((round) =>
      forEachConcurrently(fc.sample(request, { numRuns: 600, seed: 20 + round }), async (one) => {
        const { status, text } = await sendOrAgain(one);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const what = `${one.method} ${one.path} ${one.body}`.slice(0, 500);
        expect({ what, isOurs: status >= 500 }).toEqual({ what, isOurs: false });
        // Only the API's refusals have a code: 431 comes from the HTTP parser, before the API gets
        // the request.
        if (status < 400 || status === 431 || !one.path.startsWith(root)) {
          return;
        }
        const answer = JSON.parse(text) as object;
        expect({ what, ...answer }).toMatchObject({ what, code: expect.any(Number), status });
      }),
    );

    expect(sentAgain).toBeLessThan(SENT_AGAIN_LIMIT);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 404, 405, 413, 415]));
  });
});
