import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { readSnapshot } from "./read-snapshot.ts";
import { createRestClient } from "./twilio-client.ts";

const lists = { Calls: "calls", Conferences: "conferences", Queues: "queue_members" };

/** A service that answers each request with 429 at first, and counts those that run at the same time. */
async function aBusyService() {
  const seen = { atOnce: 0, most: 0, requests: 0 };
  const known = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.atOnce += 1;
    seen.requests += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    const isRefused = !known.has(request.url);
    known.add(request.url);
    const resource = /Accounts\/[^/]+\/(\w+)/.exec(request.url ?? "")?.[1] as keyof typeof lists;
    const body = isRefused
      ? { code: 20429, message: "Too many requests", status: 429 }
      : { [lists[resource]]: [], next_page_uri: null };
    setImmediate(() => {
      seen.atOnce -= 1;
      response.writeHead(isRefused ? 429 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const login = { accountSid: `AC${"1".repeat(32)}`, apiKey: "SK1", apiSecret: "secret" };
  return { seen, rest: await createRestClient({ ...login, apiUrl: `http://127.0.0.1:${port}` }) };
}

test("at most eight lists are requested at the same time, and a request that is answered 429 is repeated", async () => {
  const { seen, rest } = await aBusyService();
  const queues = Array.from({ length: 30 }, (_, index) => `QU${index}`);

  expect(await readSnapshot(rest, queues)).toEqual({ calls: [], conferences: [], queued: [] });
  expect(seen.most).toBeLessThanOrEqual(8);
  expect(seen.requests).toBe(2 * (queues.length + 3 + 2));
});
