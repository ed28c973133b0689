import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { registerCompression } from "../compression.ts";
import { registerApiDocs } from "./api-docs.ts";
import { StoredText } from "./stored-text.ts";

const words = "caller ".repeat(1_000);

function decode(encoding: string | undefined, bytes: Buffer): Buffer {
  if (encoding === "br") {
    return brotliDecompressSync(bytes);
  }
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

async function aText() {
  const app = fastify();
  let made = 0;
  const text = new StoredText(() => {
    made += 1;
    return words;
  }, "text/plain; charset=utf-8");
  app.get("/text", async (request, reply) => text.send(request, reply));
  onTestFinished(() => app.close());
  const ask = (headers: Record<string, string> = {}) => app.inject({ url: "/text", headers });
  return { ask, made: () => made };
}

test("[AP9] a public text is made and compressed once for all clients, and a current copy gets 304", async () => {
  const { ask, made } = await aText();
  const offers = ["br, gzip", "gzip, deflate, br", "gzip", "identity", "br ; q=0, gzip", ""];
  const answers = await Promise.all(
    [...Array(20).keys()].map((at) => ask({ "accept-encoding": offers[at % offers.length] ?? "" })),
  );

  expect(made()).toBe(1);
  for (const [at, { statusCode, headers, rawPayload }] of answers.entries()) {
    const encoding = ["br", "br", "gzip", undefined, "gzip", undefined][at % offers.length];
    expect([at, statusCode, headers["content-encoding"]]).toEqual([at, 200, encoding]);
    expect(String(decode(encoding, rawPayload))).toBe(words);
  }
  const etag = String(answers[0]?.headers["etag"]);
  const again = await ask({ "if-none-match": etag });
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
  expect((await ask({ "if-none-match": '"another"' })).statusCode).toBe(200);
});

test.each([
  ["blanks", `br${" ".repeat(15_000)}x, gzip`],
  ["tabs", `br;${"\t".repeat(15_000)}q=0, gzip`],
  ["parameters", `${"br;".repeat(5_000)}q=0, gzip`],
  ["offers", `${",".repeat(15_000)}gzip`],
])("an Accept-Encoding header with thousands of %s is parsed correctly", async (_what, header) => {
  const { ask } = await aText();

  expect((await ask({ "accept-encoding": header })).headers["content-encoding"]).toBe("gzip");
});

test("[AP9] the API's description and its page are stored texts", async () => {
  const app = fastify();
  await registerCompression(app);
  registerApiDocs(app, [], { version: "1", publicUrl: null, sessionCookie: "s", csrfHeader: "x" });
  onTestFinished(() => app.close());

  for (const [url, type] of [
    ["/api/openapi.json", "application/json"],
    ["/api/docs", "text/html"],
  ] as const) {
    const first = await app.inject({ url, headers: { "accept-encoding": "br" } });
    expect([url, first.statusCode, first.headers["content-encoding"]]).toEqual([url, 200, "br"]);
    expect(first.headers["content-type"]).toContain(type);
    const headers = { "if-none-match": String(first.headers["etag"]) };
    expect((await app.inject({ url, headers })).statusCode).toBe(304);
  }
});
