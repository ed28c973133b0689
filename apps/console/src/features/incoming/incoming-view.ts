import type { Call, DeviceLine } from "@linedesk/contract";

/** Who rings, on a page that has no queue. */
export interface IncomingView {
  call: Call;
  station: string;
  /** Who waits beside that one. */
  others: number;
  answer: ((line: DeviceLine) => void) | null;
  /** On which it can be answered. */
  lines: readonly DeviceLine[];
  reject: (() => void) | null;
}
