import type { Call, DeviceLine } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";

export interface QueueRowView {
  call: Call;
  state: DisplayState;
  /** "Bob, line 1" when somebody else has it. */
  with: string | null;
  mine: boolean;
  pending: boolean;
  answer: ((line: DeviceLine) => void) | null;
  takeOver: ((line: DeviceLine) => void) | null;
  resume: ((line: DeviceLine) => void) | null;
  reject: (() => void) | null;
  /** Lets the caller go, to be rung back in turn. */
  callBack: (() => void) | null;
}

/** `useQueue()`: rows stand in the one order. */
export interface QueueView {
  status: "loading" | "ready";
  rows: QueueRowView[];
  /** The list may be out of date: rows look stale. */
  stale: boolean;
}
