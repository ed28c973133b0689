import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import {
  type Call,
  callerHistory,
  isHiddenNumber,
  showNumber,
  type ShowReason,
} from "@linedesk/contract";
import { markIds } from "../../client/actions/mark-actions.ts";
import { useConsole, useRootState, useRightsAt } from "../../client/ConsoleProvider.tsx";
import { bindMarks, noMarks } from "../../client/desk/marks/bind-marks.ts";
import { createFieldUndo } from "../../client/desk/marks/field-undo.ts";
import type { CallerField } from "../../client/desk/marks/save-caller-field.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import type { Edit } from "../../client/store/desk-state.ts";
import { selectCall, selectIsLive, selectMe } from "../../client/store/select-calls.ts";
import { useHasLasted } from "../../ui/use-has-lasted.ts";
import type { CallerView, EditableView, PastCallsView } from "./caller-view.ts";
import { useCallerProfile } from "./use-caller-profile.ts";

const PAGE_SIZE = 20;
/**
 * The panel loads data only for a caller whom it shows longer than this. It shows some callers only
 * for a moment, for example while an operator answers.
 */
const LASTING_MS = 250;

function usePastCalls(call: Call | null, isLasting: boolean): PastCallsView | null {
  const { http } = useConsole();
  const snapshots = useRootState((state) => state.calls.snapshots);
  const storedReports = useRootState((state) => state.desk.storedReports);
  const station = call?.station ?? "";
  const number = call?.caller.number ?? null;
  const query = useInfiniteQuery({
    // `earlierCalls` loads the history again after each ended call, even one whose end this page
    // missed.
    queryKey: [
      "history",
      station,
      number,
      call?.caller.earlierCalls,
      // A point that somebody types after the end of the call changes the history too.
      call?.desk.status === "ended" ? call.description : null,
      snapshots,
      // The quality of a call is stored only after its end, which changes the history too.
      storedReports,
    ],
    enabled: isLasting && number !== null && station !== "",
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      http.call(callerHistory, {
        params: { id: station },
        query: {
          number: number ?? "",
          limit: PAGE_SIZE,
          ...(pageParam === "" ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const { status, data, error, hasNextPage, fetchNextPage, refetch } = query;
  return useMemo((): PastCallsView | null => {
    if (number === null) {
      return null;
    }
    if (status === "error") {
      return { status: "failed", words: describeFailure(error).words, retry: () => void refetch() };
    }
    return data === undefined
      ? { status: "loading" }
      : {
          status: "ready",
          items: data.pages.flatMap((page) => page.items),
          more: hasNextPage ? () => void fetchNextPage() : null,
        };
  }, [number, status, data, error, hasNextPage, fetchNextPage, refetch]);
}

/** Returns the call, or its last version when the store no longer has the call. */
function useStoredCall(id: string | null): Call | null {
  const call = useRootState((state) => (id === null ? null : selectCall(state, id)));
  const [last, setLast] = useState(call);
  if (call !== null && call !== last) {
    setLast(call);
  }
  return call ?? (last?.id === id ? last : null);
}

/** Returns the panel of one call; `null` when no call has that id. */
export function useCaller(id: string | null): CallerView | null {
  const { desk, http, store } = useConsole();
  const me = useRootState(selectMe);
  const call = useStoredCall(id);
  const isLive = useRootState((state) => id !== null && selectIsLive(state, id));
  const edits = useRootState((state) => state.desk.edits);
  const pending = useRootState((state) => state.desk.pending);
  const checks = useRootState((state) => state.desk.airChecks[id ?? ""]);
  const may = useRightsAt(call?.station ?? null);
  const isLasting = useHasLasted(call?.id ?? null, LASTING_MS);
  const history = usePastCalls(call, isLasting);
  const { note, known } = useCallerProfile(call, { isLasting, isLive });
  return useMemo(() => {
    if (call === null) {
      return null;
    }
    const edit = (name: CallerField): EditableView["save"] =>
      may("screen")
        ? (next, seen, byEscape) => {
            void desk.actions.editCaller(call.id, name, next, seen);
            if (byEscape === true) {
              const edit = { call: call.id, field: name, from: seen, to: next };
              desk.undo.add(createFieldUndo({ store, actions: desk.actions }, edit));
            }
          }
        : null;
    const field = (name: CallerField, value: string): EditableView =>
      editable(value, edits[`${call.id}:${name}`], edit(name));
    const { number } = call.caller;
    async function show(reason: ShowReason, words: string): Promise<string> {
      const body = { station: call?.station ?? "", number: number ?? "", reason, words };
      return (await http.call(showNumber, { body })).numberDisplay;
    }
    return {
      call,
      over: isLive ? null : findEndReason(call),
      name: field("name", call.caller.name ?? ""),
      location: field("place", call.caller.location ?? ""),
      point: field("point", call.description),
      note,
      known,
      number:
        call.caller.number === null || call.caller.numberGiven
          ? field("number", call.caller.number === null ? "" : call.caller.numberDisplay)
          : null,
      showNumber: may("admin") && number !== null && isHiddenNumber(number) ? show : null,
      air: { ...call.air, ...checks },
      checkForAir:
        isLive && may("screen") ? (check) => void desk.airChecks.toggle(call.id, check) : null,
      marks: isLive ? bindMarks(call, { marks: desk.marks, me, may }) : noMarks,
      pendingMarks: markIds.filter((action) => `${call.id}:${action}` in pending),
      history,
    };
  }, [desk, store, me, call, isLive, edits, pending, checks, may, history, note, known, http]);
}

function findEndReason({ desk }: Call): CallerView["over"] {
  return desk.status === "ended" ? desk.reason : "unknown";
}

function editable(value: string, edit: Edit | undefined, save: EditableView["save"]): EditableView {
  if (edit?.status === "saving") {
    return { value: edit.value, save, state: { status: "saving" } };
  }
  if (edit?.status === "failed") {
    return { value, save, state: { status: "failed", words: edit.words, value: edit.value } };
  }
  return { value, save, state: { status: "idle" } };
}
