import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { bindMarks } from "../../client/desk/bind-marks.ts";
import { isUndoable } from "../../client/desk/leaving.ts";
import {
  isWaiting,
  selectActiveLine,
  selectMe,
  selectQueueCalls,
} from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { createRights, type RowRights, isSeizable } from "./create-rights.ts";
import { isHeldByUser, deriveDisplayState, findOtherHolder } from "./derive-display-state.ts";
import type { QueueRowView, QueueView } from "./queue-filter.ts";

interface Viewer extends RowRights {
  context: Pick<ConsoleContext, "desk" | "station">;
  me: string | null;
}

function createTakeOver(call: Call, { context, mayAnswer }: Viewer): QueueRowView["takeOver"] {
  const { desk, marks, leaving, claimedBy } = call;
  const isAlone = desk.status === "held" && desk.unattended && claimedBy === null;
  return mayAnswer && isAlone && !marks.locked && leaving === null
    ? (line) => void context.desk.actions.takeOver(call.id, line)
    : null;
}

function createSeize(call: Call, { context, me, mayAir }: Viewer): QueueRowView["seize"] {
  return mayAir && isSeizable(call, me)
    ? (line) => void context.desk.actions.takeOver(call.id, line)
    : null;
}

function createResume(call: Call, { context, me }: Viewer): QueueRowView["resume"] {
  const isOn = call.offer === null && call.leaving === null;
  return isOn && call.desk.status === "held" && !call.desk.unattended && isHeldByUser(call, me)
    ? (line) => void context.desk.actions.resume(call.id, line)
    : null;
}

/** Whom somebody gives me stays theirs until I take the call. */
function isFree(call: Call, me: string | null): boolean {
  const isMine = call.offer !== null && call.offer.to.user === me;
  return isMine || isWaiting(call);
}

function mayBeRungBack(call: Call): boolean {
  return isWaiting(call) && call.callBack === null && call.caller.number !== null;
}

function createUndo(call: Call, { context, me }: Viewer): QueueRowView["undo"] {
  return isUndoable(call) && call.leaving?.by?.user === me
    ? () => void context.desk.leaving.undo(call.id)
    : null;
}

function toRowView(call: Call, viewer: Viewer, pending: boolean): QueueRowView {
  const { context, me, mayAnswer, mayReject } = viewer;
  return {
    call,
    station: viewer.tag,
    state: deriveDisplayState(call, me),
    with: findOtherHolder(call, me),
    mine: isHeldByUser(call, me),
    pending,
    lines: viewer.lines,
    here: viewer.here,
    answer:
      mayAnswer && isFree(call, me)
        ? (line) => void context.desk.actions.accept(call.id, line)
        : null,
    takeOver: createTakeOver(call, viewer),
    seize: createSeize(call, viewer),
    resume: createResume(call, viewer),
    callBack:
      viewer.mayDial && mayBeRungBack(call)
        ? () => void context.desk.dialler.callBackLater(call.id)
        : null,
    reject:
      mayReject && isWaiting(call) && !call.marks.locked
        ? () => void context.desk.actions.reject(call.id)
        : null,
    pin: mayAnswer ? (pinned) => void context.station.order.pin(call.id, pinned) : null,
    marks: bindMarks(call, { marks: context.desk.marks, me, mayMark: mayAnswer }),
    undo: createUndo(call, viewer),
  };
}

/** One view per call object: a row whose call did not change keeps its identity. */
function createRowCache(
  viewer: Omit<Viewer, keyof RowRights>,
  rightsAt: (station: string) => RowRights,
) {
  const rows = new WeakMap<Call, QueueRowView>();
  return (call: Call, pending: boolean): QueueRowView => {
    const known = rows.get(call);
    if (known !== undefined && known.pending === pending) {
      return known;
    }
    const row = toRowView(call, { ...viewer, ...rightsAt(call.station) }, pending);
    rows.set(call, row);
    return row;
  };
}

export function useQueue(showsHidden: boolean): QueueView {
  const context = useConsole();
  const hidden = useRootState(selectHiddenCalls);
  const calls = useRootState(selectQueueCalls);
  const pending = useRootState((state) => state.desk.pending);
  const status = useRootState((state) => state.calls.status);
  const me = useRootState(selectMe);
  const stations = useRootState((state) => state.desk.stations);
  const isReading = useRootState((state) => state.seats.tab === "following");
  const isTagged = useRootState((state) => Object.keys(state.watched.byStation).length > 0);
  const isStale = useRootState(selectIsStale);
  const barredAt = useBarredAt();
  // Rows differ by the selected line only at a desk with a line that is barred.
  const isBarred = stations.some(({ id }) => barredAt(id).size > 0);
  const selected = useRootState((state) => (isBarred ? selectActiveLine(state) : "line1"));
  const rowFor = useMemo(() => {
    const rights = createRights({ stations, isReading, isTagged, barredAt, selected });
    return createRowCache({ context, me }, rights);
  }, [context, me, stations, isReading, isTagged, barredAt, selected]);
  const rows = useMemo(
    () =>
      calls
        .filter(({ id }) => showsHidden || !hidden.has(id))
        .map((call) => rowFor(call, pending[call.id] !== undefined)),
    [calls, pending, rowFor, showsHidden, hidden],
  );
  return {
    status: status === "empty" || status === "loading" ? "loading" : "ready",
    rows,
    stale: isStale,
  };
}

function selectIsStale({ calls, watched }: RootState): boolean {
  return (
    calls.status === "stale" ||
    Object.values(watched.byStation).some(({ status }) => status === "stale")
  );
}
