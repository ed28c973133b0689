import type { Call } from "@linedesk/contract";
import { isScreened } from "../../client/actions/is-screened.ts";
import { mayJoinConference } from "../../client/actions/may-join-conference.ts";
import type { ConferenceRequest } from "../../client/desk/conference/conferences.ts";
import { deriveDisplayState, findOtherHolder } from "../../client/store/derive-display-state.ts";
import { findDialEnd } from "../../client/store/select-own-dials.ts";
import { isJoining } from "../../lib/is-joining.ts";
import type { CandidateView, ConferenceView, MemberView } from "./conference-view.ts";

export interface ViewInput {
  calls: readonly Call[];
  own: Call | null;
  me: string | null;
  speaking: Readonly<Record<string, true>>;
  /** Is true when the person's other line is idle. */
  isOtherFree: boolean;
  mayExtend: boolean;
  commands: ConferenceCommands;
}

interface ConferenceCommands {
  send: (body: ConferenceRequest) => void;
  talkback: (call: string) => void;
  endTalkback: (call: string) => void;
  dialIn: (to: string) => void;
  extend: (call: string) => void;
}

type BuiltView = Omit<ConferenceView, "number" | "pending" | "refused">;

export function buildConferenceView(input: ViewInput, feedsAir: boolean): BuiltView {
  const { own, commands } = input;
  const { dialIn } = commands;
  const id = own?.conference?.id ?? null;
  if (own === null || own.desk.status === "ended") {
    return { status: "none", own, onAir: false, people: 0, candidates: [], dialIn: null };
  }
  const members = id === null ? [] : buildMembers(id, input);
  const isOnAir = feedsAir || members.some(({ call }) => call.desk.status === "on_air");
  return {
    status: id === null ? "ready_to_start" : "live",
    own,
    onAir: isOnAir,
    people: members.length,
    candidates: listCandidates(own, input, isOnAir),
    dialIn,
  };
}

/** Lists screened callers first. Within both groups the callers are in the order of the queue. */
function listCandidates(
  own: Call,
  { calls, me, commands }: ViewInput,
  toAir: boolean,
): CandidateView[] {
  const conference = own.conference?.id ?? null;
  const all = calls
    .filter(({ id, talkback }) => id !== own.id && (conference === null || talkback !== conference))
    .flatMap((call) => toCandidate(call, { own, me, toAir, send: commands.send }) ?? []);
  return [...all.filter((one) => one.isScreened), ...all.filter((one) => !one.isScreened)];
}

interface Destination {
  own: Call;
  me: string | null;
  /** Is true when the conference is on air. */
  toAir: boolean;
  send: ConferenceCommands["send"];
}

function toCandidate(call: Call, { own, me, toAir, send }: Destination): CandidateView | null {
  const mayJoin = mayJoinConference(call, me, toAir);
  const holder = findOtherHolder(call, me);
  if (!mayJoin && (holder === null || call.conference !== null || call.leaving !== null)) {
    return null;
  }
  return {
    call,
    state: deriveDisplayState(call, me),
    with: holder,
    isScreened: isScreened(call),
    add: mayJoin ? (how) => send({ ...buildRequest(own, call), ...how }) : null,
  };
}

function buildRequest(own: Call, call: Call): ConferenceRequest {
  return own.conference === null
    ? { action: "start", calls: [own.id, call.id] }
    : { action: "add", conference: own.conference.id, calls: [call.id] };
}

export function buildMembers(id: string, input: ViewInput): MemberView[] {
  return input.calls
    .filter(({ conference, talkback }) => conference?.id === id || talkback === id)
    .map((call) => toMember(call, id, input));
}

function toMember(call: Call, conference: string, input: ViewInput): MemberView {
  const { speaking, isOtherFree, commands } = input;
  const { send, talkback: openTalkback, endTalkback } = commands;
  const calls = [call.id];
  const extend =
    input.mayExtend && findDialEnd(call) !== null ? () => commands.extend(call.id) : null;
  const nothing = { toggleMute: null, toggleHold: null, talkback: null, endTalkback: null, extend };
  if (call.talkback === conference) {
    return {
      ...nothing,
      call,
      status: "private",
      endTalkback: () => endTalkback(call.id),
      remove: null,
    };
  }
  const { muted = false, onHold = false } = call.conference ?? {};
  const isRinging = call.dial !== null && call.callState === "ringing";
  const remove = () => send({ action: "remove", conference, calls });
  if (isRinging) {
    return { ...nothing, call, status: "ringing", remove };
  }
  if (isJoining(call)) {
    return { ...nothing, call, status: "joining", remove };
  }
  return {
    ...nothing,
    call,
    status: memberStatus({ muted, onHold, speaks: call.id in speaking }),
    toggleMute: onHold ? null : () => send({ action: "mute", conference, calls, on: !muted }),
    toggleHold: () => send({ action: "hold", conference, calls, on: !onHold }),
    talkback: onHold && isOtherFree ? () => openTalkback(call.id) : null,
    remove,
  };
}

/** Returns the most important state: a member on hold is shown neither as speaking nor as muted. */
function memberStatus(is: {
  muted: boolean;
  onHold: boolean;
  speaks: boolean;
}): MemberView["status"] {
  if (is.onHold) {
    return "on_hold";
  }
  if (is.muted) {
    return "muted";
  }
  return is.speaks ? "speaking" : "in";
}
