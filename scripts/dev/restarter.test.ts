import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Part } from "./changed-parts.ts";
import { Restarter } from "./restarter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("many changes cause one restart of each part, the exchange first", async () => {
  const restarted: Part[] = [];
  const lines: string[] = [];
  const restarter = new Restarter({
    restart: async (part) => void restarted.push(part),
    write: (line) => lines.push(line),
  });

  restarter.note(["server"]);
  restarter.note([]);
  await vi.advanceTimersByTimeAsync(200);
  restarter.note(["server", "exchange"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(restarted).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);

  expect(restarted).toEqual(["exchange", "server"]);
  expect(lines[0]).toBe("The exchange restarts, because its sources changed. Its calls continue.");
});
