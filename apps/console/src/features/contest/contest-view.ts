import type { Contest, ContestEntry, PastContest, PhoneLine } from "@linedesk/contract";
import type { ExportProgress } from "../../client/use-file-export.ts";

export interface ContestStart {
  phoneLine: string;
  callerCount: number;
  earlyText: string;
  lateText: string;
}

export interface ContestView {
  contest: Contest | null;
  /** The contests, newest first; the log shows the first unless the person chooses another. */
  past: PastContest[];
  chosen: string | null;
  choose: (contest: string) => void;
  log: ContestEntry[];
  /** True for a call that is still at the desk, so that its caller can be opened. */
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
