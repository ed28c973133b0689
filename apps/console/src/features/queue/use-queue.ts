import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { isWaiting, selectMe, selectOrderedCalls } from "../../client/store/select-calls.ts";
import { usePermission } from "../../client/use-permission.ts";
import { isHeldByUser, deriveDisplayState, describeHolder } from "./derive-display-state.ts";
import type { QueueRowView, QueueView } from "./queue-view.ts";

interface Viewer {
  context: ConsoleContext;
  me: string | null;
  mayAnswer: boolean;
  mayReject: boolean;
  mayDial: boolean;
}

function createTakeOver(call: Call, { context, mayAnswer }: Viewer): QueueRowView["takeOver"] {
  return mayAnswer && call.desk.status === "held" && call.desk.unattended && call.claimedBy === null
    ? (line) => void context.actions.takeOver(call.id, line)
    : null;
}

function createResume(call: Call, { context, me }: Viewer): QueueRowView["resume"] {
  return call.desk.status === "held" && !call.desk.unattended && isHeldByUser(call, me)
    ? (line) => void context.actions.resume(call.id, line)
    : null;
}

/** [OB18] */
function mayBeRungBack(call: Call): boolean {
  return isWaiting(call) && call.callBack === null && call.caller.number !== null;
}

function toRowView(call: Call, viewer: Viewer, pending: boolean): QueueRowView {
  const { context, me, mayAnswer, mayReject } = viewer;
  return {
    call,
    state: deriveDisplayState(call, me),
    with: describeHolder(call, me),
    mine: isHeldByUser(call, me),
    pending,
    answer:
      mayAnswer && isWaiting(call) ? (line) => void context.actions.accept(call.id, line) : null,
    takeOver: createTakeOver(call, viewer),
    resume: createResume(call, viewer),
    callBack:
      viewer.mayDial && mayBeRungBack(call)
        ? () => void context.dialler.callBackLater(call.id)
        : null,
    reject: mayReject && isWaiting(call) ? () => void context.actions.reject(call.id) : null,
  };
}

/** One view per call object: a row whose call did not change keeps its identity. */
function createRowCache(viewer: Viewer) {
  const rows = new WeakMap<Call, QueueRowView>();
  return (call: Call, pending: boolean): QueueRowView => {
    const known = rows.get(call);
    if (known !== undefined && known.pending === pending) {
      return known;
    }
    const row = toRowView(call, viewer, pending);
    rows.set(call, row);
    return row;
  };
}

/** The live calls of the open station in the one order. */
export function useQueue(): QueueView {
  const context = useConsole();
  const calls = useRootState(selectOrderedCalls);
  const pending = useRootState((state) => state.desk.pending);
  const status = useRootState((state) => state.calls.status);
  const me = useRootState(selectMe);
  const mayAnswer = usePermission("screen");
  const mayReject = usePermission("reject");
  const mayDial = usePermission("dial");
  const rowFor = useMemo(
    () => createRowCache({ context, me, mayAnswer, mayReject, mayDial }),
    [context, me, mayAnswer, mayReject, mayDial],
  );
  const rows = useMemo(
    () => calls.map((call) => rowFor(call, pending[call.id] !== undefined)),
    [calls, pending, rowFor],
  );
  return {
    status: status === "empty" || status === "loading" ? "loading" : "ready",
    rows,
    stale: status === "stale",
  };
}
