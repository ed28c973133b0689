import { extendDial } from "@linedesk/contract";
import { findDialEnd } from "../store/select-own-dials.ts";
import { bindKeys } from "./bind-keys.ts";
import {
  type CallOnLine,
  isConversation,
  isGoing,
  isSingle,
  type LineDefinition,
} from "./call-on-line.ts";
import type { ActingDesk, CallChange } from "./desk-action.ts";
import { handOverActions } from "./hand-over-actions.ts";
import { undoSteps } from "./undo-steps.ts";

function isResumable({ status, pending, isBarred }: CallOnLine): boolean {
  return status === "held" && pending === null && !isBarred;
}

/**
 * Returns true while the sound of a conversation is interrupted, before and after the server has put
 * the call on hold for it.
 */
function isInterrupted({ status, call }: CallOnLine): boolean {
  const { desk } = call;
  const isBridged =
    desk.status === "screening" ||
    desk.status === "on_air" ||
    (desk.status === "held" && desk.interrupted !== undefined);
  return status === "reconnecting" && isBridged && call.offer === null && call.leaving === null;
}

/** Ends the conference of the line, or without a conference its call. */
function endCallers({ actions, conferences }: ActingDesk, { call, line }: CallOnLine): void {
  const { conference } = call;
  if (conference === null) {
    void actions.hangUp(call.id, line);
  } else {
    const behavior = conferences.endBehavior;
    void conferences.send({ action: "end", conference: conference.id, behavior });
  }
}

function leaveConference({ conferences }: ActingDesk, { call }: CallOnLine): void {
  if (call.conference !== null) {
    void conferences.send({ action: "leave", conference: call.conference.id });
  }
}

/** Gives a dialled call ten minutes more. */
export function extendCall({ actions }: Pick<ActingDesk, "actions">, call: string): Promise<void> {
  const ask: CallChange["ask"] = (http) => http.call(extendDial, { params: { call }, body: {} });
  return actions.change({ action: "extend", call, ask });
}

const { anywhere } = bindKeys;

/** The actions of the line card on its call. */
export const lineActions = {
  ...handOverActions,
  hold: {
    keys: [anywhere("line.hold", "F4")],
    isPossible: (at) => (isConversation(at) || isInterrupted(at)) && at.pending === null,
    run: ({ actions }, { call, line }) => void actions.hold(call.id, line),
  },
  /**
   * The card resumes the call on its own line; the queue resumes it on the line that the person
   * chooses.
   */
  resume_here: {
    keys: [],
    isPossible: isResumable,
    run: ({ actions }, { call, line }) => void actions.resume(call.id, line),
  },
  resume_beside: {
    keys: [],
    isPossible: (at) => isResumable(at) && at.other.isBridged,
    run: ({ actions }, { call, line }) => void actions.resumeBeside(call.id, line),
  },
  /** Replaces the leg by a new one while the sound is interrupted. */
  retry_sound: {
    keys: [],
    isPossible: (at) =>
      at.status === "reconnecting" && at.pending === null && isSingle(at) && !isGoing(at),
    run: ({ actions }, { call, line }) => void actions.retrySound(call.id, line),
  },
  mute: {
    keys: [anywhere("line.mute", "F8")],
    isPossible: ({ status, isMuted }) => status !== "ended" && !isMuted,
    run: ({ actions }, { line }) => actions.mute(line, true),
  },
  unmute: {
    keys: [],
    isPossible: ({ status, isMuted }) => status !== "ended" && isMuted,
    run: ({ actions }, { line }) => actions.mute(line, false),
  },
  hang_up: {
    keys: [anywhere("line.end", "F9", { guarded: true })],
    isPossible: (at) =>
      !isGoing(at) && (at.status !== "on_air" || at.may("air")) && at.pending !== "hang_up",
    run: endCallers,
    undo: undoSteps.leaving,
  },
  leave_conference: {
    keys: [],
    isPossible: ({ call, status }) => call.conference !== null && status !== "ended",
    run: leaveConference,
  },
  end_talkback: {
    keys: [],
    isPossible: (at) => at.call.talkback !== undefined && at.pending === null && !isGoing(at),
    run: ({ conferences }, { call }) => void conferences.endTalkback(call.id),
  },
  unlock_here: {
    keys: [],
    isPossible: (at) => at.call.marks.locked && !isGoing(at),
    run: ({ marks }, { call }) => void marks.set(call.id, "unlock"),
  },
  extend: {
    keys: [],
    isPossible: ({ call, may }) => may("desk") && findDialEnd(call) !== null,
    run: (desk, { call }) => void extendCall(desk, call.id),
  },
} as const satisfies Record<string, LineDefinition>;

type LineAction = keyof typeof lineActions;

const lineIds = Object.keys(lineActions) as LineAction[];

/** Returns the actions that are possible now. An action that is `null` is not drawn. */
export function bindLineActions(
  at: CallOnLine,
  desk: ActingDesk,
): Record<LineAction, (() => void) | null> {
  return Object.fromEntries(
    lineIds.map((id) => {
      const { isPossible, run }: LineDefinition = lineActions[id];
      return [id, isPossible(at) ? () => run(desk, at) : null];
    }),
  ) as Record<LineAction, (() => void) | null>;
}
