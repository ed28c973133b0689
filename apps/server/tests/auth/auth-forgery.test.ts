import { expect, test } from "vitest";

import { useAuthStations } from "../support/auth-stations.ts";

const { db, aBrowser, anotherStation } = await useAuthStations();

const changes = ["/api/auth/signin/sso", "/api/auth/signout", "/api/auth/callback/sso"];

test.each(changes)("[AU26] %s refuses a forged, a missing and a foreign token", async (path) => {
  const browser = aBrowser();
  await browser.signIn("Alice");
  const foreign = await aBrowser().csrfToken();
  await browser.csrfToken();

  for (const csrfToken of ["", "0".repeat(64), foreign]) {
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const answer = await browser.fetch(path, { method: "POST", body });
    expect(answer.status).toBe(403);
  }

  expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Alice" } });
});

test("[AU26] a forged cookie is refused, even with its token", async () => {
  const browser = aBrowser();
  browser.cookies.set("linedesk-csrf", `${"a".repeat(64)}|${"b".repeat(64)}`);

  const body = new URLSearchParams({ csrfToken: "a".repeat(64), json: "true" });
  const answer = await browser.fetch("/api/auth/signin/sso", { method: "POST", body });

  expect(answer.status).toBe(403);
});

test("[AU26] a change and a sign-out that another origin requests are refused, even with the token", async () => {
  const browser = aBrowser();
  await browser.signIn("Alice");
  const token = await browser.csrfToken();

  for (const origin of ["https://evil.example", "null"]) {
    const headers = { "x-csrf-token": token, origin };
    expect((await browser.fetch("/api/probe", { method: "POST", headers })).status).toBe(403);
    const body = new URLSearchParams({ csrfToken: token });
    const out = await browser.fetch("/api/auth/signout", { method: "POST", body, headers });
    expect(out.status).toBe(403);
  }
});

test("the log and the audit name the person of a change that another origin requested", async () => {
  const lines: Record<string, unknown>[] = [];
  const logged = await anotherStation({ onLog: (line) => lines.push(line) });
  const browser = aBrowser(logged);
  await browser.signIn("Alice");
  const { user } = (await browser.json("/api/auth/session")) as { user: { id: string } };
  const headers = { origin: "https://evil.example" };

  expect((await browser.fetch("/api/unguarded", { method: "POST", headers })).status).toBe(403);

  expect(lines.find(({ msg }) => msg === "request refused")).toMatchObject({
    user: user.id,
    address: "127.0.0.1",
    method: "POST",
    route: "/api/unguarded",
    reason: "origin_refused",
  });
  const { action, user_id, address, details } = await db
    .selectFrom("audit_entry")
    .select(["action", "user_id", "address", "details"])
    .where("action", "=", "user.change_refused")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect({ action, user_id, address, details }).toEqual({
    action: "user.change_refused",
    user_id: user.id,
    address: "127.0.0.1",
    details: { reason: "page of another origin", request: "POST /api/unguarded" },
  });
});

test("[AU35] after 60 sign-in attempts of one address the next one is refused", async () => {
  const limited = await anotherStation({});
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 61; attempt += 1) {
    const answer = await limited.app.inject({ method: "POST", url: "/api/auth/signin/sso" });
    statuses.push(answer.statusCode);
  }

  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses[60]).toBe(429);
});
