import { afterAll, expect, test } from "vitest";

import { startStation } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";

const station = await startStation();

afterAll(() => station.close());

test("[SR18][SO1] a demo person signs in at the station and has stations and rights", async () => {
  const alice = new Browser(station.url);
  const bob = new Browser(station.url);
  await alice.signIn("Alice");
  await bob.signIn("Bob");

  const ofAlice = await alice.json("/api/station");
  const ofBob = await bob.json("/api/station");

  expect(await alice.json("/api/auth/session")).toMatchObject({ user: { name: "Alice" } });
  expect(ofAlice).toMatchObject({
    items: [
      { callSign: "2ZZ", role: "owner" },
      { callSign: "3YY", role: "owner" },
    ],
  });
  expect(ofBob).toMatchObject({ items: [{ callSign: "2ZZ", role: "screener" }] });
});

test("[SR14][AU26] a session and its CSRF token outlive a killed server", async () => {
  const dan = new Browser(station.url);
  await dan.signIn("Dan");
  const token = await dan.csrfToken();
  function change(csrfToken: string) {
    return dan.fetch("/api/user/settings", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": csrfToken },
      body: JSON.stringify({ setting: "THEME", value: "dark" }),
    });
  }

  await station.restart("server");

  expect(await dan.json("/api/auth/session")).toMatchObject({ user: { name: "Dan" } });
  expect((await change("forged|token")).status).toBe(403);
  expect((await change(token)).status).toBe(200);
  expect(await dan.json("/api/user/settings")).toMatchObject({ theme: "dark" });
});
