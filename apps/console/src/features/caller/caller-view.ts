import type {
  AirChecks,
  Call,
  CallerProfile,
  EndReason,
  PastCall,
  ShowReason,
} from "@linedesk/contract";
import type { MarkAction } from "../../client/actions/mark-actions.ts";
import type { MarkCommands } from "../../client/desk/marks/bind-marks.ts";

export type SaveState =
  | { status: "idle" }
  | { status: "saving" }
  | { status: "failed"; words: string; value: string };

export interface EditableView {
  value: string;
  /** Shows the value at once, and rolls back on failure; `null` when it may not be edited. */
  save: ((value: string, seen: string) => void) | null;
  state: SaveState;
}

export type PastCallsView =
  | { status: "loading" }
  | { status: "ready"; items: PastCall[]; more: (() => void) | null }
  | { status: "failed"; words: string; retry: () => void };

/** The known facts about the person, and the other people who have the number. */
export interface KnownView {
  profile: CallerProfile;
  /** Assigns the call to another person with the same telephone; `null` when that is impossible. */
  setPerson: ((who: { caller: string } | { name: string }) => void) | null;
}

/** `useCaller(callId)`: the panel of one call; `null` when no call has that id. */
export interface CallerView {
  call: Call;
  /** The end of the call; `null` while it continues. */
  over: EndReason | "unknown" | null;
  name: EditableView;
  location: EditableView;
  point: EditableView;
  /** The note on the person; `null` while it loads, and for an unknown caller. */
  note: EditableView | null;
  /** The facts, or `null` like the note. */
  known: KnownView | null;
  /** The number that a caller gave when the network withheld it; `null` for any other call. */
  number: EditableView | null;
  /** Resolves with the full number for a recorded reason; `null` if not allowed or not masked. */
  showNumber: ((reason: ShowReason, words: string) => Promise<string>) | null;
  /** Sets air checks; `null` when nothing can be checked any more. */
  checkForAir: ((checks: Partial<AirChecks>) => void) | null;
  checkingForAir: boolean;
  marks: MarkCommands;
  /** The marks whose requests have no answer yet. */
  pendingMarks: readonly MarkAction[];
  /** The past calls; `null` when the number is withheld. */
  history: PastCallsView | null;
}

export interface PanelActions {
  pinned: boolean;
  pin: (pinned: boolean) => void;
  openFlags: (anchor: Element) => void;
  /** Returns to the caller on the line; `null` while that one is shown. */
  close: (() => void) | null;
  /** Reports that a field has the focus, so that its caller stays. */
  focused: () => void;
  /** Puts the number into the dial panel; `null` when the number is withheld. */
  dial: (() => void) | null;
  /** Saves the caller to the phone book; `null` when the number is withheld. */
  saveContact: (() => void) | null;
  /**
   * Returns the marks of the caller who is about to be shown, for keys; the default is those of the
   * view.
   */
  readMarks?: () => MarkCommands;
  /** Opens the caller's card; `null` while the caller is unknown. */
  openCard: (() => void) | null;
}
