import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { BulkReject, MOST_REJECTED, type RejectPreview } from "../../client/desk/bulk-reject.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { describeCaller } from "../../client/store/describe-caller.ts";
import { picksCleared } from "../../client/store/picked-slice.ts";
import { selectDeskStations, selectRejectable } from "../../client/store/select-picked.ts";
import { useFromNow } from "../../ui/time/TimeProvider.tsx";
import type { BulkRejectView, ChoiceLine, Spared } from "./bulk-reject-view.ts";
import {
  type BulkChoice,
  carriesFlag,
  chooseTargets,
  isRinging,
  isRingingLong,
  nobodyChosen,
} from "./choose-targets.ts";

const NO_CALLS: readonly string[] = [];

/** `useBulkReject()`: who is meant, who would go and stay, and what became of it. */
export function useBulkReject(): BulkRejectView {
  const { store } = useConsole();
  const bulkReject = useRejecter();
  const calls = useRootState(selectRejectable);
  const picked = useRootState((state) => state.picked.calls);
  const [choice, choose] = useState<BulkChoice>({ ...nobodyChosen, picked: true });
  const [rejected, setRejected] = useState<readonly string[]>(NO_CALLS);
  const [isRejecting, setIsRejecting] = useState(false);
  const lines = useChoiceLines(calls, { choice, choose, picked });
  const targets = useTargets(calls, choice, picked);
  const preview = usePreview(targets);
  const byId = useMemo(() => new Map(calls.map((call) => [call.id, call])), [calls]);
  const going = preview.data?.rejected ?? NO_CALLS;
  const reject = useCallback(async () => {
    setIsRejecting(true);
    const answer = await bulkReject.reject(targets.map(({ id }) => id));
    setIsRejecting(false);
    if (answer !== null) {
      setRejected(answer.rejected);
      store.dispatch(picksCleared());
      choose(nobodyChosen);
    }
  }, [bulkReject, store, targets]);
  const leaving = rejected.filter((id) => byId.get(id)?.leaving?.reason === "rejected");
  return {
    lines,
    status: targets.length === 0 ? "nobody" : toStatus(preview.status),
    words: preview.status === "error" ? describeFailure(preview.error).words : "",
    isMost: targets.length > MOST_REJECTED,
    going: going.flatMap((id) => findName(byId.get(id)) ?? []),
    announced: preview.data?.announced ?? [],
    spared: toSpared(preview.data, byId),
    reject: going.length === 0 || isRejecting ? null : () => void reject(),
    pending: isRejecting,
    after:
      rejected.length === 0
        ? null
        : {
            count: rejected.length,
            until:
              leaving.flatMap((id) => byId.get(id)?.leaving?.until ?? []).toSorted()[0] ?? null,
            undo: leaving.length === 0 ? null : () => void bulkReject.undo(leaving),
          },
  };
}

function toStatus(status: "pending" | "error" | "success"): BulkRejectView["status"] {
  return status === "success" ? "ready" : status === "error" ? "failed" : "looking";
}

function findName(call: Call | undefined): string | null {
  return call === undefined ? null : describeCaller(call);
}

interface ChoiceInput {
  choice: BulkChoice;
  choose: (choice: BulkChoice) => void;
  picked: readonly string[];
}

function useChoiceLines(
  calls: readonly Call[],
  { choice, choose, picked }: ChoiceInput,
): ChoiceLine[] {
  const flags = useCarriedFlags(calls);
  const long = useFromNow(
    useCallback((now) => calls.filter((call) => isRingingLong(call, now)).length, [calls]),
  );
  const living = new Set(calls.map(({ id }) => id));
  function line(key: "long" | "ringing" | "picked", count: number): ChoiceLine {
    return {
      key,
      type: key,
      name: "",
      count,
      checked: choice[key],
      toggle: () => choose({ ...choice, [key]: !choice[key] }),
    };
  }
  return [
    line("long", long),
    line("ringing", calls.filter(isRinging).length),
    line("picked", picked.filter((id) => living.has(id)).length),
    ...flags.map(({ id, name }): ChoiceLine => ({
      key: id,
      type: "flag",
      name,
      count: calls.filter((call) => carriesFlag(call, id)).length,
      checked: choice.flags.includes(id),
      toggle: () =>
        choose({
          ...choice,
          flags: choice.flags.includes(id)
            ? choice.flags.filter((one) => one !== id)
            : [...choice.flags, id],
        }),
    })),
  ];
}

/** Flags of the stations in the queue that a caller of the list carries. */
function useCarriedFlags(calls: readonly Call[]): { id: string; name: string }[] {
  const { order } = useConsole().station;
  const stations = useRootState(selectDeskStations);
  const flags = useQueries({
    queries: [...stations].map((station) => ({
      queryKey: ["flags", station],
      queryFn: ({ signal }: { signal: AbortSignal }) => order.readFlags(station, signal),
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  return flags.filter(({ id }) => calls.some((call) => carriesFlag(call, id)));
}

/** The same list until who is in it changes: a caller has rung for 5 minutes by the clock. */
function useTargets(calls: readonly Call[], choice: BulkChoice, picked: readonly string[]): Call[] {
  const read = useCallback(
    (now: number) =>
      chooseTargets(calls, choice, { now, picked: new Set(picked) })
        .map(({ id }) => id)
        .join(),
    [calls, choice, picked],
  );
  const ids = useFromNow(read);
  return useMemo(() => {
    const meant = new Set(ids.split(","));
    return calls.filter(({ id }) => meant.has(id));
  }, [calls, ids]);
}

function useRejecter(): BulkReject {
  const { http, store } = useConsole();
  return useMemo(() => new BulkReject(http, store), [http, store]);
}

/** Asked again when something has changed that decides who is spared. */
function usePreview(targets: readonly Call[]) {
  const bulkReject = useRejecter();
  const stamp = targets
    .map(({ id, desk, marks, claimedBy }) =>
      [id, desk.status, marks.locked, marks.pinned, claimedBy === null].join(" "),
    )
    .join();
  return useQuery({
    queryKey: ["bulk-reject", stamp],
    queryFn: ({ signal }) =>
      bulkReject.preview(
        targets.map(({ id }) => id),
        signal,
      ),
    enabled: targets.length > 0,
    placeholderData: keepPreviousData,
  });
}

function toSpared(preview: RejectPreview | undefined, byId: ReadonlyMap<string, Call>): Spared[] {
  return (preview?.spared ?? []).flatMap(({ call: id, reason }) => {
    const call = byId.get(id);
    const name = findName(call);
    if (call === undefined || name === null) {
      return [];
    }
    const holder = call.claimedBy ?? ("holder" in call.desk ? call.desk.holder : null);
    return [{ id, name, reason, holder: holder?.name ?? null }];
  });
}
