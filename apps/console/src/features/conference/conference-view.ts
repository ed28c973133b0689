import type { Call } from "@linedesk/contract";

export interface MemberView {
  call: Call;
  status: "in" | "speaking" | "ringing" | "on_hold" | "muted" | "private";
  /** Mutes or unmutes; `null` while the member rings, is on hold or talks privately. */
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
  /** `none` without a call on the selected line. */
  status: "none" | "ready_to_start" | "live";
  own: Call | null;
  onAir: boolean;
  members: MemberView[];
  candidates: CandidateView[];
  /** Holds or resumes all members; `null` without a conference. */
  hold: { kind: "holdAll" | "resumeAll"; run: () => void } | null;
  leave: (() => void) | null;
  end: ConferenceEndView | null;
  /** Dials a number into the conference; `null` without a call. */
  dialIn: ((to: string) => void) | null;
  /** The reason why the number was not dialled. */
  refused: string | null;
  pending: boolean;
}
