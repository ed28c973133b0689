import fastify from "fastify";
import { expect, test, vi } from "vitest";

import { awaitPersisted, confirmPersisted } from "./await-persisted.ts";

/** Returns the status of a request that changes something while the disk refuses writes. */
async function answerTo(method: "GET" | "HEAD" | "POST" | "DELETE"): Promise<number> {
  const core = { revision: 0, persisted: () => Promise.resolve(false) };
  const app = fastify();
  awaitPersisted(app, core);
  app.route({
    method: method === "HEAD" ? "GET" : method,
    url: "/",
    handler: async () => {
      core.revision += 1;
      return { done: true };
    },
  });
  const { statusCode } = await app.inject({ method, url: "/" });
  await app.close();
  return statusCode;
}

test.each(["POST", "DELETE"] as const)(
  "[XR75] a %s whose change cannot be written is answered with 500",
  async (method) => {
    expect(await answerTo(method)).toBe(500);
  },
);

test.each(["GET", "HEAD"] as const)(
  "[XR75] a %s is answered while other changes are unwritten",
  async (method) => {
    expect(await answerTo(method)).toBe(200);
  },
);

test("[XR73] the answer waits at most a second for a slow disk", async () => {
  vi.useFakeTimers();
  try {
    let isDone = false;
    const waiting = confirmPersisted(new Promise(() => undefined)).then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBe(true);
    await confirmPersisted(Promise.resolve());
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
