import { expect, test } from "vitest";

import type { StationEvent } from "@linedesk/contract";
import { EventLog } from "./event-log.ts";

function receive(log: EventLog, seqs: readonly number[], type = "call.changed"): void {
  seqs.forEach((seq) => log.receive({ seq, type, connection: 1 }));
}

function up(seq: number): StationEvent {
  return { type: "station.telephony", state: "up", seq };
}

test("events in order, with one that came again, have no fault", () => {
  const log = new EventLog();
  log.begin(1);
  receive(log, [2, 3, 3, 4]);
  log.apply([up(2), up(3), up(4)]);

  expect(log.faults()).toEqual([]);
});

test.each([
  ["missing", [2, 4], "call.changed 4 arrived after 2: a gap"],
  ["late", [2, 3, 2], "call.changed 2 arrived after 3"],
])("finds an event that is %s", (_name, seqs, fault) => {
  const log = new EventLog();
  receive(log, seqs);

  expect(log.faults()).toEqual([fault]);
});

test.each([
  ["twice", [2, 2], "event 2 was applied after 2"],
  ["out of order", [2, 4], "event 4 was applied after 2"],
])("finds an event that was applied %s", (_name, seqs, fault) => {
  const log = new EventLog();
  log.begin(1);
  log.apply(seqs.map(up));

  expect(log.faults()).toEqual([fault]);
});

test("after a stale marker, events may be left out until the next snapshot", () => {
  const log = new EventLog();
  receive(log, [1]);
  receive(log, [2], "station.stale");
  receive(log, [9, 20]);
  log.begin(20);
  receive(log, [21, 23]);

  expect(log.faults()).toEqual(["call.changed 23 arrived after 21: a gap"]);
});

test("a new connection begins where it connects", () => {
  const log = new EventLog();
  receive(log, [1]);
  log.receive({ seq: 7, type: "call.changed", connection: 2 });

  expect(log.faults()).toEqual([]);
});
