import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import { bindLeaves, bindTakes } from "../../client/actions/bind-takes.ts";
import { isHeldByUser } from "../../client/actions/is-held-by-user.ts";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { bindMarks } from "../../client/desk/marks/bind-marks.ts";
import { deriveDisplayState, findOtherHolder } from "../../client/store/derive-display-state.ts";
import { selectActiveLine, selectMe, selectQueueCalls } from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt, useFedAt } from "../../client/use-barred-lines.ts";
import { createRights, type RowRights } from "./create-rights.ts";
import type { QueueRowView, QueueView } from "./queue-filter.ts";

interface Viewer extends RowRights {
  context: Pick<ConsoleContext, "desk" | "station">;
  me: string | null;
}

function toRowView(call: Call, viewer: Viewer, pending: boolean): QueueRowView {
  const { context, me, may } = viewer;
  const { desk, station } = context;
  const acting = { desk, me, may };
  return {
    call,
    station: viewer.tag,
    state: deriveDisplayState(call, me),
    with: findOtherHolder(call, me),
    mine: isHeldByUser(call, me),
    pending,
    lines: viewer.lines,
    here: viewer.here,
    toAir: viewer.toAir,
    fed: viewer.fed,
    takes: bindTakes(call, acting),
    leaves: bindLeaves(call, acting),
    pin: may("screen") ? (pinned) => void station.order.pin(call.id, pinned) : null,
    mayBan: may("desk"),
    marks: bindMarks(call, { marks: desk.marks, me, may }),
  };
}

/** Caches one view per call object: a row whose call did not change keeps its identity. */
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
  const fedAt = useFedAt();
  // Rows depend on the selected line only at a desk with a line that feeds the air.
  const isFed = stations.some(({ id }) => fedAt(id).size > 0);
  const selected = useRootState((state) => (isFed ? selectActiveLine(state) : "line1"));
  const rowFor = useMemo(() => {
    const rights = createRights({ stations, isReading, isTagged, barredAt, fedAt, selected });
    return createRowCache({ context, me }, rights);
  }, [context, me, stations, isReading, isTagged, barredAt, fedAt, selected]);
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
