import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { ApiError } from "../platform/http/errors.ts";
import { ForeignChanges } from "./foreign-changes.ts";

const kim = { id: "kim", name: "Kim", email: null };

function aCheck({ fails = false } = {}) {
  const noted: string[] = [];
  const warned: string[] = [];
  let queries = 0;
  const clock = new FakeClock();
  const changes = new ForeignChanges({
    clock,
    guard: {
      requireSession: async ({ headers }) => {
        queries += 1;
        if (headers.cookie !== "session=kim") {
          throw new ApiError("sign_in_needed");
        }
        return { id: "s1", user: kim, expires: new Date(0) };
      },
    },
    noteForeignChange: async (user, { address }, change) => {
      if (fails) {
        throw new Error("database away");
      }
      noted.push(`${user} ${address} ${change}`);
    },
    log: { warn: (_fields: unknown, words: string) => void warned.push(words) } as never,
  });
  async function send(cookie?: string, ip = "192.0.2.1") {
    const log = { child: (fields: { user: string }) => fields };
    const request = { headers: { cookie }, ip, method: "PUT", routeOptions: { url: "/a" }, log };
    await changes.name(request as unknown as FastifyRequest);
    return (request.log as unknown as { user?: string }).user;
  }
  return { send, noted, warned, clock, queries: () => queries };
}

test("a refused change from another origin is in the log and the audit with the signed-in person", async () => {
  const { send, noted } = aCheck();

  expect(await send("session=kim")).toBe("kim");
  expect(await send("session=gone")).toBeUndefined();
  expect(await send()).toBeUndefined();
  expect(noted).toEqual(["kim 192.0.2.1 PUT /a"]);
});

test("a page that repeats its change causes few entries and few queries", async () => {
  const { send, noted, clock, queries } = aCheck();
  for (let count = 0; count < 100; count += 1) {
    await send("session=kim");
  }
  expect([noted.length, queries()]).toEqual([5, 30]);

  await clock.advance(60_000);
  await send("session=kim");
  expect(noted).toHaveLength(6);
});

test("the person is in the log even while the audit cannot be written", async () => {
  const { send, warned } = aCheck({ fails: true });

  expect(await send("session=kim")).toBe("kim");
  expect(warned).toEqual(["request refusal audit failed"]);
});
