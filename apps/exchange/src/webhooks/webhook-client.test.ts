import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createUrlPolicy } from "@linedesk/base";
import { APP, ScriptedWeb } from "../testing/scripted-web.ts";
import { readOverrides } from "./connection-overrides.ts";
import { HttpSendError, type HttpRequest } from "./http-sender.ts";
import { WebhookClient } from "./webhook-client.ts";
import { WebhookError } from "./webhook-error.ts";

function clientOn(web: ScriptedWeb) {
  return new WebhookClient({
    send: web.send,
    policy: createUrlPolicy(["app.test"]),
    authToken: "12345",
  });
}

async function codeOf(request: Promise<unknown>): Promise<number | null> {
  try {
    await request;
    return null;
  } catch (error) {
    return error instanceof WebhookError ? error.twilioCode : -1;
  }
}

describe("WebhookClient", () => {
  test("[XW42] takes at most tt for all attempts together", async () => {
    let now = 0;
    const given: number[] = [];
    const client = new WebhookClient({
      send: ({ totalTimeoutMs }) => {
        given.push(totalTimeoutMs);
        now += 400;
        return Promise.reject(new HttpSendError("read-timeout", "x"));
      },
      policy: createUrlPolicy(["*"]),
      authToken: "12345",
      now: () => now,
    });

    const url = `${APP}/in#tt=1000&rt=400&rp=rt&rc=5`;
    expect(await codeOf(client.request({ url, method: "POST", params: {} }))).toBe(11200);

    expect(given).toEqual([1000, 600, 200]);
  });

  test.each([
    ["host", 11210],
    ["connect", 11205],
    ["connect-timeout", 11205],
    ["read-timeout", 11200],
    ["broken", 11200],
    ["too-large", 11750],
  ] as const)("reports the failure %s of the sender with the code %d", async (kind, expected) => {
    const client = new WebhookClient({
      send: () => Promise.reject(new HttpSendError(kind, "x")),
      policy: createUrlPolicy(["*"]),
      authToken: "12345",
    });

    expect(await codeOf(client.request({ url: `${APP}/in`, method: "GET", params: {} }))).toBe(
      expected,
    );
  });

  test.each([
    "http://elsewhere.test/in",
    "http://127.0.0.1/in",
    "file:///etc/passwd",
    "http://app.test.evil.test/",
    "http://app.test@evil.test/",
    "nonsense",
  ])("[XW18] does not request %s", async (url) => {
    const web = new ScriptedWeb();

    expect(await codeOf(clientOn(web).request({ url, method: "GET", params: {} }))).toBe(21205);
    expect(web.requests).toEqual([]);
  });

  test("requests only the named port of an allowed host", () => {
    const policy = createUrlPolicy(["app.test:3000"]);

    expect(policy("http://app.test:3000/x").allowed).toBe(true);
    expect(policy("http://app.test/x")).toEqual({
      allowed: false,
      reason: expect.stringContaining("WEBHOOK_HOSTS") as string,
    });
    expect(createUrlPolicy(["app.test:443"])("https://app.test/x").allowed).toBe(true);
  });
});

describe("readOverrides", () => {
  test("[XW42] has 5 s to connect, 15 s to read and 15 s in total by default", () => {
    expect(readOverrides(`${APP}/in`)).toMatchObject({
      url: `${APP}/in`,
      connectTimeoutMs: 5_000,
      readTimeoutMs: 15_000,
      totalTimeoutMs: 15_000,
      retryCount: 1,
    });
    expect(readOverrides(`${APP}/in#ct=200&rt=300&tt=400&rc=5&rp=ct,5xx`)).toMatchObject({
      connectTimeoutMs: 200,
      readTimeoutMs: 300,
      totalTimeoutMs: 400,
      retryCount: 5,
      retryOn: new Set(["5xx", "ct"]),
    });
  });

  test("keeps the limits, whatever the fragment contains", () => {
    fc.assert(
      fc.property(fc.string(), (fragment) => {
        const found = readOverrides(`${APP}/in#${fragment}`);
        expect(found.url).toBe(`${APP}/in`);
        expect(found.retryCount).toBeLessThanOrEqual(5);
        expect(found.totalTimeoutMs).toBeLessThanOrEqual(15_000);
      }),
    );
  });
});

test("the sender gets the limits of the request", async () => {
  const seen: HttpRequest[] = [];
  const client = new WebhookClient({
    send: (request) => {
      seen.push(request);
      return Promise.resolve({ status: 200, contentType: "", body: "" });
    },
    policy: createUrlPolicy(["*"]),
    authToken: "12345",
  });

  await client.request({ url: `${APP}/in?a=1#rt=700`, method: "GET", params: { B: "x y" } });

  expect(seen[0]).toMatchObject({
    url: `${APP}/in?a=1&B=x+y`,
    body: null,
    readTimeoutMs: 700,
    maxBytes: 65_536,
  });
});
