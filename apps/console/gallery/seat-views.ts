import type { SeatLine, SeatView } from "../src/features/seats/seat-view.ts";
import { uuid } from "./a-call.ts";

const idle: SeatLine[] = [
  { line: "line1", state: "idle", caller: null },
  { line: "line2", state: "off", caller: null },
];

function aSeat(n: number, over: Partial<SeatView> & { name: string }): SeatView {
  return {
    user: uuid(900 + n),
    role: "screener",
    mine: false,
    asleep: false,
    lines: idle,
    ...over,
  };
}

export const sampleSeats: SeatView[] = [
  aSeat(2, {
    name: "Bob Singh",
    lines: [{ line: "line1", state: "on_line", caller: "Chris Wu" }, ...idle.slice(1)],
  }),
  aSeat(3, {
    name: "Dan Petrov",
    role: "producer",
    lines: [{ line: "line1", state: "on_air", caller: "Alex Kimura" }, ...idle.slice(1)],
  }),
  aSeat(1, { name: "Alice Okafor", role: "owner", mine: true }),
];

/** More seats than the bar has room for, one of them asleep. */
export const manySeats: SeatView[] = [
  ...sampleSeats,
  aSeat(4, { name: "Carla Ng", asleep: true }),
  ...["Erin Wu", "Frank Lee", "Gwen Ali", "Hal Roe"].map((name, n) => aSeat(10 + n, { name })),
];
