import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";

let booted: BootedExchange;
let callSid: string;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const call = await booted.rest.calls.create({
    to: "client:nobody",
    from: "client:desk",
    twiml: "<Response/>",
  });
  callSid = call.sid;
});
afterAll(async () => {
  await booted.close();
});

function post(path: string, body: unknown, token = booted.token("desk")) {
  return fetch(`${booted.exchange.url}/v4/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-twilio-token": token },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function inspect(): Promise<Response> {
  const { sid, authToken } = booted.exchange.account;
  const authorization = `Basic ${Buffer.from(`${sid}:${authToken}`).toString("base64")}`;
  return await fetch(`${booted.exchange.url}/inspect/calls/${callSid}/insights`, {
    headers: { authorization },
  });
}

describe("the SDK's insights", () => {
  test("[XS27] are accepted and kept for each call", async () => {
    const event = {
      group: "connection",
      name: "accepted-by-local",
      payload: { call_sid: callSid },
    };
    const samples = [
      { call_sid: callSid, mos: 4.4 },
      { call_sid: callSid, mos: 4.3 },
    ];
    const metrics = { group: "quality-metrics-samples", name: "metrics-sample", payload: samples };

    const answers = [await post("EndpointEvents", event), await post("EndpointMetrics", metrics)];

    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const stored: unknown = await (await inspect()).json();
    expect(stored).toMatchObject({
      call_sid: callSid,
      insights: [
        { kind: "event", name: "accepted-by-local" },
        { kind: "metrics", payload: samples },
      ],
    });
  });

  test("[XS27] are kept only from a client of the call with a valid token, and only when they are not too long", async () => {
    const entry = { group: "g", name: "foreign", payload: { call_sid: callSid } };
    const own = { ...entry, name: "own" };
    const [head = "", claims = "", signature = ""] = booted.token("desk").split(".");
    const forged = Buffer.from(claims, "base64url").toString().replace("desk", "nobody");
    const key = { sid: booted.exchange.account.apiKey, secret: "another" };

    const answers = await Promise.all([
      post("EndpointEvents", entry, "a.b.c"),
      post("EndpointEvents", entry, booted.token("colleague")),
      post("EndpointEvents", entry, booted.token("desk", { key })),
      post(
        "EndpointEvents",
        entry,
        `${head}.${Buffer.from(forged).toString("base64url")}.${signature}`,
      ),
      post("EndpointEvents", { ...entry, payload: { call_sid: callSid, x: "x".repeat(40_000) } }),
      post("EndpointEvents", own, booted.token("nobody")),
    ]);

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const stored = await (await inspect()).text();
    expect(stored).not.toContain("foreign");
    expect(stored).toContain('"own"');
  });

  test("[XS27] are returned only to the account", async () => {
    const anonymous = await fetch(`${booted.exchange.url}/inspect/calls/${callSid}/insights`);

    expect(anonymous.status).toBe(401);
  });
});

describe("[XS27] a page of another origin", () => {
  const paths = ["EndpointEvents", "EndpointMetrics"];

  test.each(paths)("may post to %s when its origin is allowed", async (path) => {
    const url = `${booted.exchange.url}/v4/${path}`;
    const origin = "http://localhost:3000";
    const preflightHeaders = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-twilio-token",
    };

    const preflight = await fetch(url, { method: "OPTIONS", headers: preflightHeaders });
    const posted = await fetch(url, { method: "POST", headers: { origin }, body: "{}" });

    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "content-type, x-twilio-token",
      vary: "Origin",
    });
    expect(posted.status).toBe(200);
    expect(posted.headers.get("access-control-allow-origin")).toBe(origin);
  });

  test.each(paths)("gets no CORS header from %s otherwise", async (path) => {
    const url = `${booted.exchange.url}/v4/${path}`;
    const headers = { origin: "https://elsewhere.example" };

    const answers = [
      await fetch(url, { method: "OPTIONS", headers }),
      await fetch(url, { method: "POST", headers, body: "{}" }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 200]);
    for (const answer of answers) {
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});
