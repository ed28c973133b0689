import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { makeConfig, readSettings } from "../../config/config.ts";
import type { Secrets } from "../../config/secrets.ts";
import { isPartOfPage, securityHeaders, setSecurityHeaders } from "./security-headers.ts";

test.each([
  ["/assets/index-a1b2c3.js", true],
  ["/assets/index-a1b2c3.css?v=1", true],
  ["/assets/inter-a1_b-c3.woff2", true],
  ["/sounds/incoming.wav", true],
  ["/assets/clock-worker-a1b2c3.js", false],
  ["/assets/logo-a1b2c3.svg", false],
  ["/assets/page-a1b2c3.html", false],
  ["/assets/../index.html", false],
  ["/assets/x/y.js", false],
  ["/assets/%2e%2e/x.js", false],
  ["/sounds/station/a1.wav", false],
  ["/favicon.svg", false],
  ["/2zz?x=/assets/a.js", false],
  ["/api/assets/a.js", false],
])("[AP18] %s is a part of a page: %s", (url, isPart) => {
  expect(isPartOfPage(url)).toBe(isPart);
});

test("[AP18] each worker of the console has a file name whose script is served with the page's policy", () => {
  const sources = join(import.meta.dirname, "../../../../console/src");
  const texts = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(sources, name), "utf8"));
  const workers = texts.flatMap((text) => [...text.matchAll(/\bnew (?:Shared)?Worker\(/g)]);
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\bnew (?:Shared)?Worker\(new URL\("\.\/[\w-]*worker\.ts"/g),
  ]);

  expect(workers.length).toBeGreaterThan(0);
  expect(named).toHaveLength(workers.length);
});

test("[AP18] parts of a page carry only their own headers, and documents, workers and refusals carry all", async () => {
  const env = { PUBLIC_URL: "https://desk.example", ALLOW_DEMO_SSO: "true" };
  const config = makeConfig(readSettings(env), {} as Secrets);
  const app = fastify();
  setSecurityHeaders(app, securityHeaders(config));
  app.get("/assets/:file", async (request, reply) =>
    request.url.includes("gone") ? reply.code(404).send("gone") : "1",
  );
  app.get("/", async () => "page");
  onTestFinished(() => app.close());
  const ask = async (url: string) => (await app.inject({ url })).headers;

  const all = Object.keys(securityHeaders(config)).toSorted();
  const short = ["cross-origin-resource-policy", "strict-transport-security"];
  const expected = [...short, "x-content-type-options"];
  for (const url of ["/assets/index-a1.js", "/assets/index-a1.css"]) {
    const headers = await ask(url);
    expect([url, all.filter((name) => name in headers)]).toEqual([url, expected]);
  }
  for (const url of ["/", "/assets/clock-worker-a1.js", "/assets/gone-a1.js", "/assets/icon.svg"]) {
    const headers = await ask(url);
    expect([url, all.filter((name) => name in headers)]).toEqual([url, all]);
  }
});
