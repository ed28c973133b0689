import { Writable } from "node:stream";

import fastify from "fastify";
import { expect, test } from "vitest";

import { ApiError, registerErrors } from "./errors.ts";

function openApp() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = fastify({ logger: { stream } });
  registerErrors(app);
  return { app, lines };
}

test("[AP3] an unexpected failure is logged with its cause and the requestId of the answer", async () => {
  const { app, lines } = openApp();
  app.get("/", () => {
    throw new Error("the disk is full");
  });

  const answer = await app.inject("/");

  const { error } = answer.json<{ error: { code: string; requestId: string } }>();
  expect(error.code).toBe("internal_error");
  expect(answer.body).not.toContain("disk");
  const failure = lines.find((line) => line.includes("the disk is full")) ?? "{}";
  expect(JSON.parse(failure)).toMatchObject({ reqId: error.requestId, msg: "request failed" });
});

test("[AP3] a refusal is answered with its parameters, and logged without names", async () => {
  const { app, lines } = openApp();
  app.get("/", () => {
    const refusal = { reason: "call_taken", params: { name: "Bob" } } as const;
    throw new ApiError(refusal, { fields: { call: "is_taken" } });
  });

  const answer = await app.inject("/");

  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    error: {
      code: "call_taken",
      reason: "call_taken",
      params: { name: "Bob" },
      message: "Bob has this call.",
      fields: { call: { reason: "is_taken", params: {}, message: "is already in use" } },
      requestId: expect.any(String),
    },
  });
  const refused = lines.filter((line) => line.includes("request refused"));
  expect(refused).toHaveLength(1);
  for (const field of ['"reason":"call_taken"', '"address":"127.0.0.1"', '"route":"/"']) {
    expect(refused.join()).toContain(field);
  }
  expect(refused.join()).not.toContain("Bob");
});
