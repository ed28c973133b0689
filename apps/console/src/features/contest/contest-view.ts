import type { Contest, ContestEntry, PastContest, PhoneLine } from "@linedesk/contract";
import type { RowAction } from "../../client/actions/bind-takes.ts";
import type { ExportProgress } from "../../client/use-file-export.ts";

export interface ContestStart {
  phoneLine: string;
  callerCount: number;
  earlyText: string;
  lateText: string;
}

export interface WinnerView {
  name: string;
  /** The winner's call; `null` after it has ended. */
  call: string | null;
  /** Takes the call on the selected line; `null` when the row in the queue has no such button. */
  take: { action: RowAction; toAir: boolean; pending: boolean; run: () => void } | null;
}

export interface ContestView {
  contest: Contest | null;
  /** The winner of the running contest. */
  winner: WinnerView | null;
  /** The contests, newest first; the log shows the first unless the person chooses another. */
  past: PastContest[];
  chosen: string | null;
  choose: (contest: string) => void;
  log: ContestEntry[];
  /** Returns true for a call that is still at the desk, so that its caller can be opened. */
  canOpen: (call: string) => boolean;
  openCaller: (call: string) => void;
  more: (() => void) | null;
  lines: Pick<PhoneLine, "id" | "name">[];
  /** The person's own `callerCount`; `null` when it was never set. */
  callerCount: number | null;
  /** Starts a contest; `null` while a contest runs, and without the permission. */
  start: ((start: ContestStart) => void) | null;
  reset: (() => void) | null;
  end: (() => void) | null;
  exportLog: (() => void) | null;
  exporting: ExportProgress | null;
  pending: boolean;
  refused: string | null;
}
