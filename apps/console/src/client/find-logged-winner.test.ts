import { expect, test } from "vitest";

import type { ContestEntry } from "@linedesk/contract";
import { findLoggedWinner } from "./find-logged-winner.ts";

function entry(outcome: ContestEntry["outcome"], name: string | null): ContestEntry {
  const id = "0190a000-0000-7000-8000-0000000000e1";
  const numberDisplay = "0491 570 006";
  return { id, call: id, at: "2026-11-21T10:00:00.000Z", numberDisplay, name, place: 1, outcome };
}

test("[CW8] the winner is found behind pages of later callers, and is shown by name or else by number", async () => {
  const pages = [[entry("late", "Lee")], [entry("winner", "Isla Murray")], [entry("early", "Kim")]];
  const read = (cursor: string | null) => {
    const page = Number(cursor ?? 0);
    return Promise.resolve({ items: pages[page] ?? [], nextCursor: String(page + 1) });
  };

  expect(await findLoggedWinner(read)).toBe("Isla Murray");
  pages[1] = [entry("winner", null)];
  expect(await findLoggedWinner(read)).toBe("0491 570 006");
});

test("[CW8] a log without a winner names nobody", async () => {
  const read = () => Promise.resolve({ items: [entry("early", "Kim")], nextCursor: null });

  expect(await findLoggedWinner(read)).toBeNull();
});
