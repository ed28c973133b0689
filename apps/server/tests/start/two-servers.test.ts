import { afterAll, beforeAll, expect, test } from "vitest";

import { aPerson } from "../support/people.ts";
import { startTestServer, type TestServer } from "../support/station-server.ts";

let first: TestServer;
let second: TestServer;

beforeAll(async () => {
  first = await startTestServer({ EXCHANGE_PORT: "9" });
  second = await startTestServer({ EXCHANGE_PORT: "9", DRAIN_SECONDS: "1" }, { beside: first });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

async function listHolders(): Promise<string[]> {
  const rows = await first.db
    .selectFrom("leader_lease")
    .select("holder")
    .where("name", "=", "telephony")
    .execute();
  return rows.map(({ holder }) => holder);
}

async function readReadiness(server: TestServer) {
  const answer = await server.get("/api/health/ready");
  return [answer.status, ((await answer.json()) as { reasons: string[] }).reasons];
}

test("[SR104] two servers with the same secrets serve the same people, and one with other secrets does not start", async () => {
  const alice = await aPerson(first.db, "Alice");
  const theme = { setting: "THEME", value: "dark" };

  expect((await first.post("/api/user/settings", theme, alice)).status).toBe(200);

  const answer = await second.get("/api/user/settings", alice);
  expect(await answer.json()).toMatchObject({ theme: "dark" });
  const other = startTestServer(
    { EXCHANGE_PORT: "9", INTEGRATION_KEY: "x".repeat(32) },
    { beside: first },
  );
  await expect(other).rejects.toThrow("This server has another value of INTEGRATION_KEY");
});

test("[SR110] [SR108] [AP13] a server that ends counts as not ready immediately, accepts requests during the drain, and releases the lead", async () => {
  await expect.poll(listHolders, { timeout: 10_000 }).toEqual([first.running.context.instances.id]);
  await expect.poll(() => second.running.context.instances.others.length).toBe(1);
  expect(await readReadiness(first)).toEqual([200, []]);
  expect(await readReadiness(second)).toEqual([200, []]);

  const closed = second.running.close();
  expect(await readReadiness(second)).toEqual([503, ["draining"]]);
  expect((await second.get("/api/health/live")).status).toBe(200);
  await closed;
  await expect(second.get("/api/health/live")).rejects.toThrow("fetch failed");
  expect(await first.running.context.instances.living()).toHaveLength(1);

  const third = await startTestServer({ EXCHANGE_PORT: "9" }, { beside: first });
  await first.running.close();
  await expect.poll(listHolders, { timeout: 10_000 }).toEqual([third.running.context.instances.id]);
  await third.close();
});
