import { expect, test } from "vitest";

import { type HistoryCall, writeCsvFile } from "@linedesk/contract";
import { listHistoryColumns } from "./history-file.ts";

const call: HistoryCall = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  at: "2026-11-20T23:40:02.000Z",
  direction: "inbound",
  durationS: 200,
  waitS: 31,
  reason: "operator_hung_up",
  description: '=HYPERLINK("x"), said "hello"',
  answeredBy: "Bob",
  quality: null,
  phoneLine: { id: "0190a0a0-0000-7000-8000-000000000002", name: "Main" },
  caller: { id: null, name: "@Kim", number: null, numberDisplay: "0491 570 006" },
};

const columns = listHistoryColumns({
  station: "2ZZ",
  head: (column) => column,
  outcome: (of) => of,
  time: (at: number) => new Date(at).toISOString(),
  rehearsal: "Rehearsal",
});

test("[AP50] [AD33] an exported call has its columns, and no cell is a formula", () => {
  const description = "=1+1\nsecond line";
  const missed = {
    ...call,
    durationS: 0,
    answeredBy: null,
    reason: "rejected" as const,
    description,
  };

  const rehearsed = { ...call, rehearsal: true as const };

  const lines = writeCsvFile(columns, [call, missed, rehearsed]).split("\r\n");

  expect(lines[0]).toMatch(/^\uFEFF"time","station","line","caller","number",/);
  expect(lines[1]).toBe(
    `"2026-11-20T23:40:02.000Z","2ZZ","Main","'@Kim","0491 570 006","talked",200,31,"Bob","'=HYPERLINK(""x""), said ""hello""",,`,
  );
  expect(lines[2]).toContain(`,"rejected",0,31,,"'=1+1\nsecond line",,`);
  expect(lines[3]).toMatch(/,,"Rehearsal"$/);
});
