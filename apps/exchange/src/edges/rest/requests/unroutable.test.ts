import fastify from "fastify";
import { expect, test } from "vitest";

import { answerUnroutable } from "../register-rest.ts";

test.each([
  ["a broken escape", "/Calls/%zz", 400],
  ["a sid that is too long", `/Calls/CA${"0".repeat(200)}`, 414],
])("[XR8] %s in a path is answered with an error body", async (_what, url, status) => {
  const app = fastify({ frameworkErrors: answerUnroutable });
  app.get("/Calls/:sid", () => ({}));

  const answer = await app.inject({ url });

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code: 20001, message: expect.any(String), status });
  await app.close();
});
