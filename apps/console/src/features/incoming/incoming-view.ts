import type { Call, DeviceLine } from "@linedesk/contract";

export type IncomingView = WaitingView | OfferedView | DirectView;

interface CallerView {
  call: Call;
  station: string;
  /** Who waits beside that one. */
  others: number;
}

export interface WaitingView extends CallerView {
  type: "waiting";
  answer: ((line: DeviceLine) => void) | null;
  lines: readonly DeviceLine[];
  reject: (() => void) | null;
}

export interface OfferedView extends CallerView {
  type: "offered";
  from: string;
  until: string;
  take: (() => void) | null;
  decline: (() => void) | null;
}

export interface DirectView {
  type: "direct";
  from: string;
  since: string;
  line: DeviceLine;
  accept: () => void;
  reject: () => void;
}
