import { Writable } from "node:stream";

import fastify from "fastify";
import { expect, test } from "vitest";

import { registerErrors } from "./errors.ts";

test("[AP3] an unexpected failure stands in the log with the id that was answered, and its cause", async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = fastify({ logger: { stream } });
  registerErrors(app);
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
