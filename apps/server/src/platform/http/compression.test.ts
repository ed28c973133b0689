import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { registerCompression } from "./compression.ts";

const LONG = { words: "a caller who waits ".repeat(200) };

async function anApp() {
  const app = fastify();
  onTestFinished(() => app.close());
  await registerCompression(app);
  app.get("/api/long", async () => LONG);
  app.get("/api/short", async () => ({ words: "short" }));
  app.get("/api/auth/signin", async (_request, reply) => reply.type("text/html").send(LONG.words));
  app.get("/sound", async (_request, reply) =>
    reply.type("audio/wav").send(Buffer.from(LONG.words)),
  );
  app.post("/api/echo", async ({ body }) => body);
  return app;
}

function ask(app: Awaited<ReturnType<typeof anApp>>, url: string, accepted = "gzip, deflate, br") {
  return app.inject({ url, headers: { "accept-encoding": accepted } });
}

test("[AP28] an answer is sent with brotli, or else gzip, or else unchanged", async () => {
  const app = await anApp();

  const brotli = await ask(app, "/api/long");
  const gzip = await ask(app, "/api/long", "gzip");
  const plain = await ask(app, "/api/long", "identity");

  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotli.rawPayload.length).toBeLessThan(200);
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LONG);
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(LONG);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.json()).toEqual(LONG);
  for (const answer of [brotli, gzip]) {
    expect(answer.headers["vary"]).toMatch(/accept-encoding/i);
  }
});

test("[AP28] short text, sound and sign-in answers are sent unchanged", async () => {
  const app = await anApp();

  for (const url of ["/api/short", "/sound", "/api/auth/signin"]) {
    const { headers } = await ask(app, url);
    expect([url, headers["content-encoding"]]).toEqual([url, undefined]);
  }
});

test("[AP28] a compressed request body is refused", async () => {
  const app = await anApp();

  const answer = await app.inject({
    method: "POST",
    url: "/api/echo",
    headers: { "content-encoding": "gzip", "content-type": "application/json" },
    payload: Buffer.from("1f8b0800000000000003ab5600000000", "hex"),
  });

  expect(answer.statusCode).toBe(400);
});
