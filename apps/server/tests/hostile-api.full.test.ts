import { request } from "node:http";
import { text } from "node:stream/consumers";

import fc from "fast-check";
import twilio from "twilio";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { apiError } from "@linedesk/contract";
import { damagedText, forEachConcurrently, hostileText } from "@linedesk/testkit";
import { asUrl, requestsFor, UNKNOWN_ID } from "./support/hostile-requests.ts";
import { AttackedStation, caller, mainLine } from "./support/hostile-support.ts";

const attacked = await AttackedStation.start();
afterAll(async () => {
  await attacked.close();
});

/** Node reads 16 KB of headers, and closes the connection while the rest is still being sent. */
const longestHead = 15_000;

/** The limit of repeated requests in a test, which sends several thousand requests. */
const mostSentAgain = 10;
let sentAgain = 0;

beforeEach(() => {
  sentAgain = 0;
});

interface Answered {
  status: number;
  text: string;
  location?: string;
}

/** Returns the answer. After endless headers, a lost connection counts as a lost answer of 431. */
async function answered(
  { what, head }: { what: string; head: string },
  send: () => Promise<Answered>,
): Promise<Answered> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (head.length > longestHead) {
        return { status: 431, text: "" };
      }
      // The server may have just closed this connection because of endless headers in an earlier
      // request, so this request is sent again.
      sentAgain += 1;
      if (sentAgain > mostSentAgain) {
        throw new Error(`no answer to ${what}`, { cause: error });
      }
    }
  }
}

const seen = new Map<number, number>();

function isErrorShape(text: string): boolean {
  return text.startsWith("{") && apiError.safeParse(JSON.parse(text)).success;
}

/** Throws unless the answer is a success, or a refusal in the error shape. */
function assertFair({ status, text }: { status: number; text: string }, what: string): void {
  seen.set(status, (seen.get(status) ?? 0) + 1);
  const isServerError = status >= 500;
  // Node answers 431 before any API gets the request.
  const hasShape = status < 400 || status === 431 || isErrorShape(text);
  const exchanged = `${what} -> ${text}`.slice(0, 900);
  if (isServerError || !hasShape) {
    throw new Error(`unexpected status or error shape: ${exchanged}`);
  }
}

function assertNoServerError(
  { status, text }: { status: number; text: string },
  what: string,
): void {
  if (status >= 500) {
    throw new Error(`server error: ${what} -> ${text}`.slice(0, 900));
  }
}

/**
 * Sends a webhook. If `signed` is true, the signature is made with the token, as the exchange does.
 */
async function webhook(
  authToken: string,
  one: { path: string; params: [string, string][]; signed: boolean },
): Promise<{ status: number; text: string }> {
  const url = `${attacked.station.internalUrl}/api/twilio/voice/${one.path}`;
  const params = Object.fromEntries(one.params);
  const signature = one.signed
    ? twilio.getExpectedTwilioSignature(authToken, url, params)
    : "b2ggbm8sIG5vdCB0aGlz";
  const body = new URLSearchParams(params).toString();
  return await new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: {
        "x-twilio-signature": signature,
        "content-type": "application/x-www-form-urlencoded",
      },
      // The server closes a connection with endless headers, so each request has its own.
      agent: false,
    });
    sent.on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      text(answer).then((words) => resolve({ status, text: words }), reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("hostile requests of a signed-in person", { timeout: 600_000 }, () => {
  test("[AP3] [AP5] succeed or are refused in the one error shape, and are never answered with 500", async () => {
    await attacked.survives(async (round) => {
      const victim = await attacked.waitingCall();
      const ids = { station: attacked.id, user: attacked.user, victim: victim.id };
      const requests = fc.sample(requestsFor(ids), { numRuns: 900, seed: 40 + round });

      await forEachConcurrently(requests, async ({ endpoint, path, body }) => {
        const what = `${endpoint.method} ${path} ${body}`.slice(0, 800);
        const answer = await answered({ what, head: path }, () =>
          attacked.ask(endpoint.method, path, body),
        );
        assertFair(answer, what);
      });
      await victim.listener.hangUp();
      await victim.listener.close();
    });

    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 403, 404]));
  });

  test.each<[string, string, string, number]>([
    ["too large a body", "application/json", `{"a":"${"x".repeat(600_000)}"}`, 413],
    ["a body of a kind that the server does not read", "application/xml", "<a/>", 400],
    ["a body that is no JSON", "application/json", "{", 400],
    ["deep JSON", "application/json", "[".repeat(100_000), 400],
    ["a forged prototype", "application/json", `{"__proto__":{"a":1}}`, 400],
  ])("[AP5] %s is refused", async (_what, type, body, status) => {
    const answer = await attacked.bob.fetch("/api/user/settings", {
      method: "POST",
      headers: { "content-type": type, "x-csrf-token": attacked.csrf },
      body,
    });

    expect(answer.status).toBe(status);
    expect(apiError.safeParse(await answer.json()).success).toBe(true);
  });
});

describe("hostile webhooks", { timeout: 600_000 }, () => {
  test("[AP11] [CA12] are refused without a signature, and invalid signed ones are never answered with 500", async () => {
    const authToken = (await attacked.station.secrets())["authToken"] ?? "";
    expect(authToken).not.toBe("");
    const sid = `CA${"0f".repeat(16)}`;
    const paths = ["incoming", "phone", "connect", "status"];
    const ofCall = ["wait", "queue-ended", "join", "hold", "requeue", "conference"];
    const anyPath = fc.oneof(
      fc.constantFrom(...paths, ...ofCall.map((name) => `${name}?call=${UNKNOWN_ID}`)),
      damagedText(...ofCall.map((name) => `${name}?call=${UNKNOWN_ID}`)).map(asUrl),
    );
    const good: Record<string, string> = {
      CallSid: sid,
      AccountSid: `AC${"0f".repeat(16)}`,
      To: "+61299999999",
      From: caller.number,
      CallerName: caller.name,
      CallStatus: "ringing",
      Direction: "inbound",
      SequenceNumber: "1",
      StatusCallbackEvent: "participant-join",
      ConferenceSid: `CF${"0f".repeat(16)}`,
      QueueResult: "hangup",
      CallerNumber: mainLine,
      claim: UNKNOWN_ID,
    };
    const name = fc.oneof(fc.constantFrom(...Object.keys(good)), hostileText);
    const changes = fc.array(fc.tuple(name, hostileText), { minLength: 1, maxLength: 4 });
    const one = fc.record({
      path: anyPath,
      // Forms cannot contain lone surrogates.
      params: changes.map((changed) =>
        Object.entries({ ...good, ...Object.fromEntries(changed) }).map(
          ([key, value]): [string, string] => [key.toWellFormed(), value.toWellFormed()],
        ),
      ),
      signed: fc.boolean(),
    });

    await attacked.survives(async (round) => {
      await forEachConcurrently(
        fc.sample(one, { numRuns: 600, seed: 60 + round }),
        async (request) => {
          const what = `${request.path} ${JSON.stringify(request.params)}`.slice(0, 800);
          const answer = await answered({ what, head: request.path }, () =>
            webhook(authToken, request),
          );
          const isRefused = answer.status >= 400 && answer.status < 500;
          if (!request.signed) {
            expect({ what, isRefused }).toEqual({ what, isRefused: true });
          } else {
            assertNoServerError(answer, what);
          }
        },
      );
    });

    const signed = {
      path: `queue-ended?call=${UNKNOWN_ID}`,
      params: Object.entries(good),
      signed: true,
    };
    expect((await webhook(authToken, signed)).status).toBe(404);
  });
});

interface AuthRequest {
  route: string;
  method: string;
  body: string;
  type: string;
  cookie: string;
  origin: string;
}

async function askAuth({ route, method, body, type, cookie, origin }: AuthRequest) {
  const answer = await fetch(`${attacked.station.url}/api/auth${route}`, {
    method,
    redirect: "manual",
    headers: { cookie, "content-type": type, ...(origin === "" ? {} : { origin }) },
    ...(method === "GET" ? {} : { body }),
  });
  await answer.text();
  return { status: answer.status, text: "", location: answer.headers.get("location") ?? "/" };
}

describe("hostile requests of the auth routes", { timeout: 600_000 }, () => {
  test("[AU26] get a page, a redirect or a refusal, never a failure", async () => {
    const routes = [
      "/session",
      "/csrf",
      "/providers",
      "/signin?callbackUrl=/&error=SessionRequired",
      "/error?error=INVALID_CALLBACK_URL_ERROR",
      "/signin/sso?callbackUrl=https://evil.example",
      "/callback/sso?code=abc&state=def&iss=http://127.0.0.1",
      "/signout?callbackUrl=//evil.example",
      "/_log",
    ];
    const form =
      "csrfToken=abc%7Cdef&callbackUrl=%2F&json=true&code=CLIENT_FETCH_ERROR&level=error";
    const cookie = "linedesk.session=abc; linedesk.csrf-token=abc%7Cdef; linedesk.state=ghi";
    const one = fc.record({
      route: fc
        .oneof(fc.constantFrom(...routes), damagedText(...routes))
        .map((route) => asUrl(route).replaceAll("..", "._.")),
      method: fc.constantFrom("GET", "POST", "PUT"),
      body: damagedText(form, '{"csrfToken":"a","json":true}'),
      type: fc.constantFrom("application/x-www-form-urlencoded", "application/json", "text/plain"),
      cookie: damagedText(cookie).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?")),
      origin: fc.constantFrom("", attacked.station.url, "https://evil.example", "null"),
    });

    await attacked.survives(async (round) => {
      await forEachConcurrently(
        fc.sample(one, { numRuns: 400, seed: 80 + round }),
        async (request) => {
          const what = JSON.stringify(request).slice(0, 600);
          const answer = await answered({ what, head: request.route + request.cookie }, () =>
            askAuth(request),
          );
          assertNoServerError(answer, what);
          const where = answer.location ?? "/";
          const { host } = new URL(where, attacked.station.url);
          expect({ what, leads: host.includes("evil") }).toEqual({ what, leads: false });
        },
      );
    });
  });
});
