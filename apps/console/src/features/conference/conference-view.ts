import type { Call } from "@linedesk/contract";

export interface MemberView {
  call: Call;
  status: "in" | "speaking" | "ringing" | "on_hold" | "muted" | "private";
  /** Null for who still rings. */
  toggleMute: (() => void) | null;
  toggleHold: (() => void) | null;
  talkback: (() => void) | null;
  endTalkback: (() => void) | null;
  /** Null while there is a private talk. */
  remove: (() => void) | null;
  extend: (() => void) | null;
}

export interface CandidateView {
  call: Call;
  add: () => void;
}

export interface ConferenceEndView {
  kind: "END" | "HOLD";
  run: () => void;
}

export interface ConferenceEndProps {
  conference: string;
  end: ConferenceEndView;
  onAir: boolean;
  pending: boolean;
}

export interface ConferenceView {
  /** None without a call on the selected line. */
  status: "none" | "ready_to_start" | "live";
  own: Call | null;
  onAir: boolean;
  members: MemberView[];
  candidates: CandidateView[];
  /** Null with nobody to hold or let back. */
  hold: { kind: "holdAll" | "resumeAll"; run: () => void } | null;
  leave: (() => void) | null;
  end: ConferenceEndView | null;
  /** Rings a number into it; null without a call. */
  dialIn: ((to: string) => void) | null;
  /** Why the number was not rung. */
  refused: string | null;
  pending: boolean;
}
