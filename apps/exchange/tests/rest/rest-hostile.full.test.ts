import { once } from "node:events";
import { connect } from "node:net";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

const PATHS = [
  "/Calls",
  "/Calls/CA0",
  "/Calls/CA0/UserDefinedMessages",
  "/Conferences",
  "/Conferences/room",
  "/Conferences/room/Participants",
  "/Conferences/room/Participants/CA0",
  "/Queues",
  "/Queues/QU0/Members/Front",
  "/IncomingPhoneNumbers",
  "/Applications",
  "/OutgoingCallerIds",
  "/Keys",
  "/Keys/SK0",
  "/Notifications",
  "/Calls/CA0/Notifications",
  "/Calls/CA0/Events",
  "/Tokens",
  "/Nothing",
];
const NAMES = [
  "To",
  "From",
  "Url",
  "Twiml",
  "Status",
  "FriendlyName",
  "MaxSize",
  "PhoneNumber",
  "VoiceUrl",
  "Muted",
  "Hold",
  "PageSize",
  "Page",
  "PageToken",
  "StartTime>",
  "__proto__",
  "constructor",
  "toString",
];

describe("the REST API", () => {
  test("[XR8] answers thousands of malformed requests with documented errors", async () => {
    const name = fc.constantFrom(...NAMES);
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom("true", "-1", "client:x", "1e9", "http://"),
    );
    const form = fc.array(fc.tuple(name, value), { maxLength: 5 });
    const statuses = new Map<number, number>();

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
        form,
        async (path, method, pairs) => {
          const text = new URLSearchParams(pairs).toString();
          const hasBody = method !== "GET" && method !== "DELETE";
          const response = await booted().request(`${path}.json${hasBody ? "" : `?${text}`}`, {
            method,
            ...(hasBody ? { body: new URLSearchParams(pairs) } : {}),
          });
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          const body: unknown = await response.json();
          if (response.status < 400) {
            return true;
          }
          expect(body).toMatchObject({
            code: expect.any(Number),
            message: expect.any(String),
            more_info: expect.stringContaining("https://www.twilio.com/docs/errors/"),
            status: response.status,
          });
          return response.status < 500;
        },
      ),
      { numRuns: 2000 },
    );

    expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 404, 405]));
    expect(await booted().rest.calls.list({ limit: 1 })).toBeDefined();
  });

  test.each<[string, Record<string, string>, string | URLSearchParams, number]>([
    ["a JSON body", { "content-type": "application/json" }, "{}", 415],
    ["no content type", { "content-type": "x" }, "To=1", 415],
    ["a text that looks like a form", { "content-type": "text/plain" }, "To=1", 415],
    ["a body too large", {}, new URLSearchParams({ Twiml: "x".repeat(70_000) }), 413],
    ["a broken escape", { "content-type": "application/x-www-form-urlencoded" }, "To=%zz", 400],
  ])("[XR8][XR3] answers %s with an error body", async (_what, headers, body, status) => {
    const response = await booted().request("/Calls.json", {
      method: "POST",
      headers,
      body,
    });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: expect.any(Number), status });
  });

  test.each(["", ".json"])("[XR3] answers in JSON to a path that ends in '%s'", async (ending) => {
    const response = await booted().request(`/Calls${ending}`);

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ calls: [] });
  });

  test.each([".xml", ".csv", ".html", ".JSON", ".json/"])(
    "[XR3] answers 404 with 20404 to a path that ends in %s",
    async (ending) => {
      const response = await booted().request(`/Calls${ending}`);

      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 20404 });
    },
  );

  test("[XR2] asks for credentials before anything else", async () => {
    const { url } = booted().exchange;

    const response = await fetch(`${url}/2010-04-01/Accounts/AC0/Calls.json`, { method: "POST" });
    const broken = await fetch(`${url}/2010-04-01/x.json`, {
      headers: { authorization: "Basic %" },
    });

    expect(response.headers.get("www-authenticate")).toBe('Basic realm="Twilio API"');
    expect([response.status, broken.status]).toEqual([401, 401]);
    expect(await response.json()).toMatchObject({ code: 20003, message: "Authenticate" });
  });

  test("[XR227] answers a stranger before their body has come", async () => {
    const { hostname, port } = new URL(booted().exchange.url);
    const socket = connect(Number(port), hostname);

    socket.write("POST /2010-04-01/Accounts/AC0/Calls.json HTTP/1.1\r\nHost: x\r\n");
    socket.write(
      "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 999\r\n\r\nTo=",
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 [^]*"code":20003/);
  });

  test("[XR271] listens on loopback only", () => {
    expect(booted().exchange.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
