import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { startTestServer } from "../support/station-server.ts";

const events = '{"event":"$pageview"}';

function sendViews(url: string, path = "/ingest/e/?ver=1", body: string = events) {
  const headers = { "content-type": "text/plain", cookie: "linedesk-session=secret" };
  return fetch(`${url}${path}`, { method: "POST", headers, body });
}

test("[MN5] [MN15] [AP60] monitoring is sent only on the paths that the configuration opens", async () => {
  const posts: { url: string; headers: object; body: string }[] = [];
  const analytics = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      posts.push({ url: request.url ?? "", headers: request.headers, body });
      response.end('{"status":"Ok"}');
    });
  });
  await new Promise<void>((resolve) => analytics.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void analytics.close());
  const { port } = analytics.address() as AddressInfo;
  const watched = await startTestServer({
    SENTRY_DSN: "https://key@errors.example.com/1",
    ANALYTICS_URL: `http://127.0.0.1:${port}`,
    ANALYTICS_KEY: "phc_abc",
  });
  onTestFinished(() => watched.close());

  const answer = await sendViews(watched.url);

  expect([answer.status, await answer.json()]).toEqual([200, { status: "Ok" }]);
  expect(posts).toMatchObject([{ url: "/e/?ver=1", body: events }]);
  expect(JSON.stringify(posts)).not.toMatch(/secret|cookie|forwarded/i);
  expect((await sendViews(watched.url, "/ingest/api/projects")).status).toBe(404);
  const tooLong = await sendViews(watched.url, "/ingest/e/", "x".repeat(65_537));
  expect(tooLong.status).toBe(413);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("connect-src 'self' https://errors.example.com;");
  expect(policy).toContain("script-src 'self';");
  analytics.closeAllConnections();
  await new Promise((resolve) => analytics.close(resolve));
  expect((await sendViews(watched.url)).status).toBe(503);
});
