import type {
  AirChecks,
  Call,
  CallerProfile,
  EndReason,
  PastCall,
  ShowReason,
} from "@linedesk/contract";
import type { MarkAction } from "../../client/actions/mark-actions.ts";
import type { MarkCommands } from "../../client/desk/bind-marks.ts";

export type SaveState =
  | { status: "idle" }
  | { status: "saving" }
  | { status: "failed"; words: string; value: string };

export interface EditableView {
  value: string;
  /** Shows at once, rolls back when it fails; `null` when it may not be edited. */
  save: ((value: string, seen: string) => void) | null;
  state: SaveState;
}

export type PastCallsView =
  | { status: "loading" }
  | { status: "ready"; items: PastCall[]; more: (() => void) | null }
  | { status: "failed"; words: string; retry: () => void };

/** All that is known of the person, and who else it may be. */
export interface KnownView {
  profile: CallerProfile;
  /** The call is from another of the same telephone; null where that cannot be said. */
  setPerson: ((who: { caller: string } | { name: string }) => void) | null;
}

/** `useCaller(callId)`: the panel of one call; `null` when no call has that id. */
export interface CallerView {
  call: Call;
  /** How the call ended; null while it goes on. */
  over: EndReason | "unknown" | null;
  name: EditableView;
  location: EditableView;
  point: EditableView;
  /** On the person; null while it is not loaded, and for a caller of whom nothing is known. */
  note: EditableView | null;
  /** Null as the note is. */
  known: KnownView | null;
  /** Where the network withheld the number: what the caller said; null for any other. */
  number: EditableView | null;
  /** Answers the number whole, for a reason that is kept; null for who may not, or sees it. */
  showNumber: ((reason: ShowReason, words: string) => Promise<string>) | null;
  /** Null where nothing can be asked any more. */
  checkForAir: ((checks: Partial<AirChecks>) => void) | null;
  checkingForAir: boolean;
  marks: MarkCommands;
  /** Asked of the server and not answered yet. */
  pendingMarks: readonly MarkAction[];
  /** `null` when the number is withheld: there is nothing to look up. */
  history: PastCallsView | null;
}

export interface PanelActions {
  pinned: boolean;
  pin: (pinned: boolean) => void;
  openFlags: (anchor: Element) => void;
  /** Back to the caller on the line; null where that one is shown. */
  close: (() => void) | null;
  /** A field has the focus: its caller stays. */
  focused: () => void;
  /** Puts the number into the dial panel; null when it is withheld. */
  dial: (() => void) | null;
  /** Saves the caller to the phone book; null when the number is withheld. */
  saveContact: (() => void) | null;
  /** For keys: of whom the panel is about to show; those of the view where nothing is named. */
  readMarks?: () => MarkCommands;
  /** Opens the caller's card; null while nobody is known behind the call. */
  openCard: (() => void) | null;
}
