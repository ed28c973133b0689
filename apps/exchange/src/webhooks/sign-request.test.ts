import twilio from "twilio";
import { describe, expect, test, vi } from "vitest";

import { createUrlPolicy } from "@linedesk/base";
import { ScriptedWeb } from "../testing/scripted-web.ts";
import { composeRequest } from "./composed-request.ts";
import { HttpSendError, type HttpRequest } from "./http-sender.ts";
import { WebhookClient } from "./webhook-client.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const params = {
  CallSid: "CA1",
  CallToken: "%7B%22parentCallInfoToken%22%3A%22x%22%7D",
  To: "+61",
};

function signatureOf(url: string) {
  const composed = composeRequest({ url, isJson: false }, { url, method: "POST", params }, TOKEN);
  return { ...composed, signature: String(composed.headers["X-Twilio-Signature"]) };
}

describe("the official validator", () => {
  test.each([
    ["https://app.example/voice", ["https://app.example/voice", "https://app.example:443/voice"]],
    ["https://app.example:443/v", ["https://app.example:443/v", "https://app.example/v"]],
    ["http://app.example:80/v?a=1", ["http://app.example:80/v?a=1", "http://app.example/v?a=1"]],
    ["https://app.example:8443/v", ["https://app.example:8443/v"]],
    ["http://app.example:3000/v?a=b%20c", ["http://app.example:3000/v?a=b%20c"]],
    ["https://ann:pw@app.example:443/v", ["https://app.example:443/v", "https://app.example/v"]],
  ])(
    "[XW1] accepts a request that is signed for %s, but not at another port",
    (configured, seen) => {
      const { signature } = signatureOf(configured);

      for (const url of seen) {
        expect([url, twilio.validateRequest(TOKEN, signature, url, params)]).toEqual([url, true]);
      }
      const elsewhere = "https://app.example:9/v";
      expect(twilio.validateRequest(TOKEN, signature, elsewhere, params)).toBe(false);
    },
  );

  test.each([
    "http://app.example/v?q=ä b&n=O'Neil",
    "http://app.example/東京?x=<1>",
    "http://app.example/voice/{id}?x={1}",
    "http://app.example/a/../b/./c/%2e%2e/d",
    "http://app.example/v`x\\y",
    "http://App.Example:80/v",
    "HTTP://app.example",
    "http://app.example?x=1",
    "http://[0:0::1]:8080/v?a=1",
  ])("[XW1] accepts %s as the application sees it, and as it is configured", (configured) => {
    const { signature, url } = signatureOf(configured);

    for (const each of [url, configured]) {
      expect([each, twilio.validateRequest(TOKEN, signature, each, params)]).toEqual([each, true]);
    }
  });
});

/** Returns the result of the Express middleware: a status, or a pass to the application. */
async function middleware(headers: Record<string, string>, authToken: string): Promise<unknown> {
  function header(name: string) {
    return headers[name.toLowerCase()];
  }
  const request = { protocol: "https", originalUrl: "/voice", body: params, headers, header };
  return new Promise((resolve) => {
    const response = {
      type: () => response,
      status: (code: number) => ({ send: () => resolve(code) }),
    };
    const check = twilio.webhook(authToken);
    check(request as never, response as never, () => resolve("passed"));
  });
}

test("[XW1] the official middleware accepts our requests, and no others", async () => {
  const { signature } = signatureOf("https://app.example/voice");
  const host = { host: "app.example" };
  const signed = { ...host, "x-twilio-signature": signature };

  expect(await middleware(signed, TOKEN)).toBe("passed");
  expect(await middleware(host, TOKEN)).toBe(400);
  expect(await middleware({ ...signed, "x-twilio-signature": "x" }, TOKEN)).toBe(403);
  expect(await middleware({ ...signed, host: "other.example" }, TOKEN)).toBe(403);
  // Without a token the middleware also logs to the console, so the test silences the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = process.env["TWILIO_AUTH_TOKEN"];
  delete process.env["TWILIO_AUTH_TOKEN"];
  try {
    expect(await middleware(signed, "")).toBe(500);
  } finally {
    vi.restoreAllMocks();
    if (before !== undefined) {
      process.env["TWILIO_AUTH_TOKEN"] = before;
    }
  }
});

describe("attempts", () => {
  type Failure = HttpSendError["kind"] | number;
  function failing(failure: Failure) {
    const requests: HttpRequest[] = [];
    const client = new WebhookClient({
      send: async (request) => {
        requests.push(request);
        if (typeof failure !== "number") {
          throw new HttpSendError(failure, "x");
        }
        return { status: failure, contentType: "text/xml", body: "" };
      },
      policy: createUrlPolicy(["*"]),
      authToken: TOKEN,
    });
    return { client, requests };
  }
  const failures = {
    "4xx": 404,
    "5xx": 503,
    ct: "connect-timeout",
    rt: "read-timeout",
  } as const;

  test.each(["4xx", "5xx", "ct", "rt"] as const)(
    "[XW42] follow rp=%s: a request that fails in this way is repeated rc times, and no other request",
    async (policy) => {
      for (const [kind, failure] of Object.entries(failures)) {
        const { client, requests } = failing(failure);
        const url = `http://app.test/in?a=1#rc=2&rp=${policy}&e=dublin&sni=y`;
        await client.request({ url, method: "POST", params }).catch(() => undefined);

        expect([kind, requests.length]).toEqual([kind, kind === policy ? 3 : 1]);
        expect(requests.every((request) => request.url === "http://app.test/in?a=1")).toBe(true);
      }
    },
  );

  test("[XW42] follow rp=all and lists of failures, and without rp a failed connect is repeated once", async () => {
    async function triesOf(fragment: string) {
      const counts: number[] = [];
      for (const failure of Object.values(failures)) {
        const { client, requests } = failing(failure);
        const url = `http://app.test/in${fragment}`;
        await client.request({ url, method: "GET", params }).catch(() => undefined);
        counts.push(requests.length);
      }
      return counts;
    }

    expect(await triesOf("")).toEqual([1, 1, 2, 1]);
    expect(await triesOf("#rp=all")).toEqual([2, 2, 2, 2]);
    expect(await triesOf("#rp=5xx,rt&rc=5")).toEqual([1, 6, 1, 6]);
    expect(await triesOf("#rc=0")).toEqual([1, 1, 1, 1]);
    expect(await triesOf("#rc=99&rp=nonsense")).toEqual([1, 1, 2, 1]);
  });

  test("[XW42] have one token, and the next request has another", async () => {
    const web = new ScriptedWeb();
    const send = web.send;
    const client = new WebhookClient({ send, policy: createUrlPolicy(["*"]), authToken: TOKEN });
    web.on("/in", { status: 500 });
    const url = "http://app.test/in#rp=5xx&rc=2";

    await client.request({ url, method: "POST", params }).catch(() => undefined);
    await client.request({ url, method: "POST", params }).catch(() => undefined);

    const tokens = web.requests.map(({ headers }) => headers["I-Twilio-Idempotency-Token"]);
    expect(tokens).toHaveLength(6);
    expect(new Set(tokens.slice(0, 3)).size).toBe(1);
    expect(new Set(tokens).size).toBe(2);
  });
});
