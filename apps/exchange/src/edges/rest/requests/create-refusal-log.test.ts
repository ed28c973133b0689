import fastify from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";

import { SteppedClock } from "@linedesk/base/testing";
import { createRefusalLog } from "./create-refusal-log.ts";

test("[XR290] the log names the address, route and status of a refused request, at a limited rate", async () => {
  const lines: unknown[] = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const logRefusal = createRefusalLog(logger, new SteppedClock());
  const app = fastify();
  app.addHook("onRequest", async (request, reply) => {
    logRefusal(request, { status: 401 });
    return await reply.code(401).send();
  });
  app.get("/Calls/:sid", () => ({}));

  for (let n = 0; n < 30; n += 1) {
    const authorization = "Basic c2VjcmV0";
    await app.inject({ url: "/Calls/CA1?From=x", headers: { authorization } });
  }

  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatchObject({ address: "127.0.0.1", method: "GET", route: "/Calls/:sid" });
  expect(lines[0]).toMatchObject({ status: 401, msg: "request refused" });
  expect(JSON.stringify(lines)).not.toMatch(/c2VjcmV0|From/);
  await app.close();
});
