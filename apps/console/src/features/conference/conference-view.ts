import type { Call } from "@linedesk/contract";

/** Somebody in the conference, and what can be done with them now. */
export interface MemberView {
  call: Call;
  status: "in" | "speaking" | "ringing" | "on_hold" | "muted";
  /** Null for who still rings. */
  toggleMute: (() => void) | null;
  toggleHold: (() => void) | null;
  remove: () => void;
}

/** Who may be brought in. */
export interface CandidateView {
  call: Call;
  add: () => void;
}

export interface ConferenceView {
  /** None without a call on the selected line. */
  status: "none" | "ready_to_start" | "live";
  /** The caller with whom it would be started. */
  own: Call | null;
  onAir: boolean;
  members: MemberView[];
  candidates: CandidateView[];
  /** Null with nobody to hold or let back. */
  hold: { kind: "holdAll" | "resumeAll"; run: () => void } | null;
  leave: (() => void) | null;
  end: { kind: "END" | "HOLD"; run: () => void } | null;
  pending: boolean;
}
