import type { Call, DeviceLine } from "@linedesk/contract";
import type { MarkCommands } from "../../client/desk/bind-marks.ts";
import type { DisplayState } from "../../lib/display-state.ts";

/** Which station a row is of, in words and by its colour, else by one of six. */
export interface StationTagView {
  callSign: string;
  hue: number;
  colour: string | null;
}

export interface RowHolder {
  name: string;
  line: DeviceLine;
}

export interface QueueRowView {
  call: Call;
  /** Null while one station alone is watched. */
  station: StationTagView | null;
  state: DisplayState;
  /** Somebody else who has it. */
  with: RowHolder | null;
  mine: boolean;
  pending: boolean;
  lines: readonly DeviceLine[];
  here: boolean;
  answer: ((line: DeviceLine) => void) | null;
  takeOver: ((line: DeviceLine) => void) | null;
  /** From a colleague who is with the caller: in the menu alone, never by a habit. */
  seize: ((line: DeviceLine) => void) | null;
  resume: ((line: DeviceLine) => void) | null;
  reject: (() => void) | null;
  /** Keeps the call at the front of its kind, or no longer; null where it may not be ordered. */
  pin: ((pinned: boolean) => void) | null;
  marks: MarkCommands;
  /** Brings back a caller whom the person rejects or ends. */
  undo: (() => void) | null;
  callBack: (() => void) | null;
}

/** `useQueue()`: rows stand in the one order. */
export interface QueueView {
  status: "loading" | "ready";
  rows: QueueRowView[];
  /** The list may be out of date: rows look stale. */
  stale: boolean;
}
