import { describe, expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

describe("the REST API", () => {
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
});
