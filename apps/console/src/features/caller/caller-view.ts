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
  /**
   * Shows the new value before the server saves it, and rolls back on failure; `null` when the
   * person may not edit the field. Undo restores the old value if Esc left the field.
   */
  save: ((value: string, seen: string, byEscape?: boolean) => void) | null;
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
  /** The facts about the person; `null` while they load, and for an unknown caller. */
  known: KnownView | null;
  /** The number that a caller gave when the network withheld it; `null` for any other call. */
  number: EditableView | null;
  /**
   * Resolves with the full number, for a reason that the server records. It is `null` when the
   * number is not masked, and without the permission.
   */
  showNumber: ((reason: ShowReason, words: string) => Promise<string>) | null;
  /** The answers of the air-ready check, with those that the server has not answered yet. */
  air: AirChecks;
  /** Sets or removes an answer; `null` after the end of the call, and without the permission. */
  checkForAir: ((check: keyof AirChecks) => void) | null;
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
  /** Returns to the caller on the line; `null` while the panel shows that caller. */
  close: (() => void) | null;
  /** Reports that a field has the focus, so that the panel keeps its caller. */
  focused: () => void;
  /** Puts the number into the dial panel; `null` when the number is withheld. */
  dial: (() => void) | null;
  /** Saves the caller to the phone book; `null` when the number is withheld. */
  saveContact: (() => void) | null;
  /** Is true when the person's setting moves a verified caller from the line to the queue. */
  verifyLeaves: boolean;
  /** Is true when the keys act on the caller of this panel. */
  keyed: boolean;
  /** Reports that the focus is in the panel, so that the keys act on its caller. */
  entered: () => void;
  /** Opens the caller's card; `null` while the caller is unknown. */
  openCard: (() => void) | null;
}
