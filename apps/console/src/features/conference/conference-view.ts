import type { Call, Holder } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";

export interface MemberView {
  call: Call;
  status: "in" | "speaking" | "joining" | "ringing" | "on_hold" | "muted" | "private";
  /** Mutes or unmutes; `null` while the member rings, joins, is on hold or talks privately. */
  toggleMute: (() => void) | null;
  toggleHold: (() => void) | null;
  talkback: (() => void) | null;
  endTalkback: (() => void) | null;
  /** Removes the member; `null` during a private talk. */
  remove: (() => void) | null;
  extend: (() => void) | null;
}

export interface CandidateView {
  call: Call;
  state: DisplayState;
  /** The colleague who has the caller. */
  with: Holder | null;
  /** Is true when the caller was verified or a screener has begun the air-ready check. */
  isScreened: boolean;
  /** Adds the caller; `null` while a colleague has the caller. */
  add: ((how?: { evenIfNotReady: true }) => void) | null;
}

export interface ConferenceView {
  /** `none` without a call on the selected line. */
  status: "none" | "ready_to_start" | "live";
  own: Call | null;
  number: 1 | 2;
  /** Is true when the public hears everybody who is added. */
  onAir: boolean;
  people: number;
  candidates: CandidateView[];
  /** Dials a number into the conference; `null` without a call. */
  dialIn: ((to: string) => void) | null;
  /** The reason why the number was not dialled. */
  refused: string | null;
  pending: boolean;
}
