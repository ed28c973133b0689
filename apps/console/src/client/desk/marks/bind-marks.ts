import type { Call, Permission } from "@linedesk/contract";
import { defineMark, type MarkAction, markIds } from "../../actions/mark-actions.ts";
import type { CallMarks } from "./call-marks.ts";

/** The mark actions that are possible on a call now. An action that is `null` is not drawn. */
export type MarkCommands = Readonly<Record<MarkAction, (() => void) | null>>;

function forEachMark(bind: (id: MarkAction) => (() => void) | null): MarkCommands {
  return Object.fromEntries(markIds.map((id) => [id, bind(id)])) as unknown as MarkCommands;
}

export const noMarks = forEachMark(() => null);

interface Marker {
  marks: Pick<CallMarks, "set">;
  me: string | null;
  may: (permission: Permission) => boolean;
}

export function bindMarks(call: Call, { marks, me, may }: Marker): MarkCommands {
  if (call.desk.status === "ended" || call.leaving !== null) {
    return noMarks;
  }
  return forEachMark((id) => {
    const { permission, isPossible } = defineMark(id);
    const isAllowed = permission === null || may(permission);
    return isAllowed && isPossible(call, me) ? () => void marks.set(call.id, id) : null;
  });
}

/** Returns the action of a mark's key, which also reverses the mark. */
export function chooseMark(marks: MarkCommands, id: MarkAction): (() => void) | null {
  const { reverse } = defineMark(id);
  return marks[id] ?? (reverse === null ? null : marks[reverse]);
}
