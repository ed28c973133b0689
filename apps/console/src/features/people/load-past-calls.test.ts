import { expect, test } from "vitest";

import type { HistoryCall } from "@linedesk/contract";
import { loadPastCalls, MOST_EXPORTED } from "./history-file.ts";

const call: HistoryCall = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  at: "2026-11-20T23:40:02.000Z",
  direction: "inbound",
  durationS: 200,
  waitS: 31,
  reason: "operator_hung_up",
  description: "",
  answeredBy: "Bob",
  quality: null,
  phoneLine: null,
  caller: { id: null, name: "Kim", number: null, numberDisplay: "0491 570 006" },
};

/** Creates a history of `emptyPages` empty pages and then `count` calls, a thousand a page. */
function aHistory(count: number, emptyPages = 0) {
  const cursors: (string | null)[] = [];
  async function ask(cursor: string | null) {
    cursors.push(cursor);
    const at = Math.max(0, cursors.length - 1 - emptyPages) * 1_000;
    const size = cursors.length <= emptyPages ? 0 : Math.min(1_000, count - at);
    const items = Array.from({ length: size }, () => call);
    return { items, nextCursor: at + size < count ? String(cursors.length) : null };
  }
  return { ask, cursors };
}

test("[HI5] the file contains every call of a history within the limit, page by page", async () => {
  const { ask, cursors } = aHistory(2_500);

  const { items, isCut } = await loadPastCalls(ask);

  expect([items.length, isCut]).toEqual([2_500, false]);
  expect(cursors).toEqual([null, "1", "2"]);
  expect(await loadPastCalls(aHistory(MOST_EXPORTED).ask)).toMatchObject({ isCut: false });
});

test("[HI5] pages without a matching call do not end the file", async () => {
  const { items, isCut } = await loadPastCalls(aHistory(1_000, 300).ask);

  expect([items.length, isCut]).toEqual([1_000, false]);
});

test("[HI5] beyond the limit the file contains the newest calls, and is marked as cut", async () => {
  const { items, isCut } = await loadPastCalls(aHistory(MOST_EXPORTED + 1).ask);

  expect([items.length, isCut]).toEqual([MOST_EXPORTED, true]);
});

test("[HI5] the export shows the number of calls so far, and ignores the page that was already requested when it was stopped", async () => {
  const { ask, cursors } = aHistory(5_000);
  const stopping = new AbortController();
  const counts: number[] = [];
  function onLoaded(count: number): void {
    counts.push(count);
    if (count === 2_000) {
      stopping.abort();
    }
  }

  const loaded = loadPastCalls(ask, { onLoaded, signal: stopping.signal });

  await expect(loaded).rejects.toThrow(/abort/);
  expect(counts).toEqual([1_000, 2_000]);
  expect(cursors).toHaveLength(3);
});
