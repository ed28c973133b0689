import type { Call } from "@linedesk/contract";
import type { CallMarks } from "./call-marks.ts";

/** What can be marked on a call now; null is not drawn. */
export interface MarkCommands {
  verify: (() => void) | null;
  unverify: (() => void) | null;
  markNext: (() => void) | null;
  lock: (() => void) | null;
  unlock: (() => void) | null;
}

export const noMarks: MarkCommands = {
  verify: null,
  unverify: null,
  markNext: null,
  lock: null,
  unlock: null,
};

interface Marker {
  marks: Pick<CallMarks, "set">;
  me: string | null;
  mayMark: boolean;
}

/** A colleague's caller is theirs to verify and to lock; whom nobody is with is anybody's. */
function isAnothers({ desk }: Call, me: string | null): boolean {
  const isUnattended = desk.status === "held" && desk.unattended;
  return "holder" in desk && desk.holder?.user !== me && !isUnattended;
}

export function bindMarks(call: Call, { marks, me, mayMark }: Marker): MarkCommands {
  const { id, desk } = call;
  if (!mayMark || desk.status === "ended" || call.leaving !== null) {
    return noMarks;
  }
  const { verified, next, locked } = call.marks;
  const isFree = !isAnothers(call, me);
  const mayVerify = isFree && call.offer === null;
  const isQueued = desk.status === "waiting" || desk.status === "ready";
  return {
    verify: mayVerify && !verified ? () => void marks.set(id, "verify") : null,
    unverify: mayVerify && verified ? () => void marks.set(id, "unverify") : null,
    markNext: isQueued && !next ? () => void marks.set(id, "mark_next") : null,
    lock: isFree && !locked ? () => void marks.set(id, "lock") : null,
    unlock: isFree && locked ? () => void marks.set(id, "unlock") : null,
  };
}

/** V and L turn what stands there round. */
export function chooseMark(
  marks: MarkCommands,
  key: "verify" | "next" | "lock",
): (() => void) | null {
  switch (key) {
    case "verify":
      return marks.verify ?? marks.unverify;
    case "next":
      return marks.markNext;
    case "lock":
      return marks.lock ?? marks.unlock;
  }
}
