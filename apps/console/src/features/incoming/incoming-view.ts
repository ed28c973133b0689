import type { Call, DeviceLine } from "@linedesk/contract";

/** What comes in, on a page that has no desk. */
export type IncomingView = WaitingView | OfferedView | DirectView;

interface CallerView {
  call: Call;
  /** The call sign of the call's own station. */
  station: string;
  /** Who waits beside that one. */
  others: number;
}

/** The first of the queue. */
export interface WaitingView extends CallerView {
  type: "waiting";
  answer: ((line: DeviceLine) => void) | null;
  /** On which it can be answered. */
  lines: readonly DeviceLine[];
  reject: (() => void) | null;
}

/** A colleague's call. */
export interface OfferedView extends CallerView {
  type: "offered";
  from: string;
  until: string;
  take: (() => void) | null;
  decline: (() => void) | null;
}

/** Somebody rings this softphone itself. */
export interface DirectView {
  type: "direct";
  from: string;
  since: string;
  line: DeviceLine;
  accept: () => void;
  reject: () => void;
}
