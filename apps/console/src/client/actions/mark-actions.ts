import { Check, Lock, LockOpen, SkipForward } from "lucide-react";

import type { Call } from "@linedesk/contract";
import type { CommandScope, KeyBinding } from "../../lib/key-binding.ts";
import { bindKeys } from "./bind-keys.ts";
import type { MarkDefinition } from "./desk-action.ts";

const { onCaller } = bindKeys;

/** Returns true for the holder, and for everyone when the call has none or is unattended. */
function isOpenTo({ desk }: Call, me: string | null): boolean {
  const isUnattended = desk.status === "held" && desk.unattended;
  return !("holder" in desk) || desk.holder?.user === me || isUnattended;
}

function isVerifiable(call: Call, me: string | null): boolean {
  return isOpenTo(call, me) && call.offer === null;
}

function withMarks(call: Call, marks: Partial<Call["marks"]>): Call {
  return { ...call, marks: { ...call.marks, ...marks } };
}

/** The marks in the order of the row's menu. */
export const markActions = {
  verify: {
    keys: onCaller("verify", "v"),
    permission: "screen",
    isPossible: (call, me) => isVerifiable(call, me) && !call.marks.verified,
    optimistic: (call, at) => ({
      ...withMarks(call, { verified: true }),
      desk: call.desk.status === "waiting" ? { status: "ready", since: at } : call.desk,
    }),
    isDone: ({ marks }) => marks.verified,
    reverse: "unverify",
    checksCaller: true,
    button: { off: Check, on: Check },
  },
  unverify: {
    keys: [],
    permission: "screen",
    isPossible: (call, me) => isVerifiable(call, me) && call.marks.verified,
    optimistic: (call) => ({
      ...withMarks(call, { verified: false }),
      desk: call.desk.status === "ready" ? { status: "waiting" } : call.desk,
    }),
    isDone: ({ marks }) => !marks.verified,
    reverse: "verify",
  },
  mark_next: {
    keys: onCaller("next", "n"),
    permission: "screen",
    isPossible: ({ desk, marks }) =>
      (desk.status === "waiting" || desk.status === "ready") && !marks.next,
    optimistic: (call) => withMarks(call, { next: true }),
    isDone: ({ marks }) => marks.next,
    reverse: null,
    takeAway: (call) => withMarks(call, { next: false }),
    button: { off: SkipForward, on: SkipForward },
  },
  lock: {
    keys: onCaller("lock", "l"),
    permission: "screen",
    isPossible: (call, me) => isOpenTo(call, me) && !call.marks.locked,
    optimistic: (call) => withMarks(call, { locked: true }),
    isDone: ({ marks }) => marks.locked,
    reverse: "unlock",
    button: { off: LockOpen, on: Lock },
  },
  unlock: {
    keys: [],
    permission: "screen",
    isPossible: (call, me) => isOpenTo(call, me) && call.marks.locked,
    optimistic: (call) => withMarks(call, { locked: false }),
    isDone: ({ marks }) => !marks.locked,
    reverse: "lock",
  },
} as const satisfies Record<string, MarkDefinition>;

export type MarkAction = keyof typeof markActions;

export const markIds = Object.keys(markActions) as MarkAction[];

export function defineMark(id: MarkAction): MarkDefinition & { reverse: MarkAction | null } {
  return markActions[id];
}

/** The marks with a key of their own. The reverse of a mark uses the key of the mark. */
export type MarkToggle = {
  [Id in MarkAction]: (typeof markActions)[Id]["keys"] extends readonly [] ? never : Id;
}[MarkAction];

export const markToggles = markIds.filter((id): id is MarkToggle => defineMark(id).keys.length > 0);

/** The marks with a button in the caller's panel. */
export type MarkButton = {
  [Id in MarkToggle]: (typeof markActions)[Id] extends { button: object } ? Id : never;
}[MarkToggle];

export const markButtons = markToggles.filter(
  (id): id is MarkButton => defineMark(id).button !== undefined,
);

/** Returns the key of a mark in a scope: a reverse has the key of the mark that it reverses. */
export function findMarkKey(id: MarkAction, scope: CommandScope): KeyBinding | undefined {
  const { keys, reverse } = defineMark(id);
  const shared = keys.length > 0 || reverse === null ? keys : defineMark(reverse).keys;
  return shared.find((key) => key.scope === scope);
}
