import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { MOST_REJECTED, type RejectPreview } from "../../client/desk/leaving/bulk-reject.ts";
import { selectBulkRejection } from "../../client/desk/leaving/select-bulk-rejections.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
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
import { createPreviewQuery, listRejected, listNamed } from "./create-preview-query.ts";

/** Returns the chosen callers, the preview, and the result. */
export function useBulkReject(): BulkRejectView {
  const { store, desk } = useConsole();
  const { bulkReject } = desk;
  const calls = useRootState(selectRejectable);
  const picked = useRootState((state) => state.picked.calls);
  const [choice, choose] = useState<BulkChoice>({ ...nobodyChosen, picked: true });
  const [done, setDone] = useState<number | null>(null);
  const [isRejecting, setIsRejecting] = useState(false);
  const lines = useChoiceLines(calls, { choice, choose, picked });
  const targets = useTargets(calls, choice, picked);
  const preview = useQuery(createPreviewQuery({ bulkReject, targets, choice, picked }));
  const byId = useMemo(() => new Map(calls.map((call) => [call.id, call])), [calls]);
  const going = listRejected(preview.data, targets);
  async function reject(): Promise<void> {
    setIsRejecting(true);
    // The request has the callers whom the preview showed, and none who rang later.
    const ids = going.map(({ id }) => id);
    const id = await bulkReject.reject({ calls: ids, named: listNamed(choice, picked) });
    setIsRejecting(false);
    if (id !== null) {
      setDone(id);
      store.dispatch(picksCleared());
      choose(nobodyChosen);
    }
  }
  return {
    lines,
    status: targets.length === 0 ? "nobody" : toStatus(preview.status),
    words: preview.status === "error" ? describeFailure(preview.error).words : "",
    isMost: targets.length > MOST_REJECTED,
    going: going.map(describeCaller),
    announced: preview.data?.announced ?? [],
    spared: toSkipped(preview.data, byId),
    reject: going.length === 0 || isRejecting ? null : () => void reject(),
    pending: isRejecting,
    after: useAfter(done),
  };
}

/** Returns the callers of the last rejection who were not restored; `null` if there are none. */
function useAfter(id: number | null): BulkRejectView["after"] {
  const { bulkReject } = useConsole().desk;
  const rejection = useRootState((state) => selectBulkRejection(state, id));
  const count = rejection === null ? 0 : rejection.going.length + rejection.gone.length;
  if (rejection === null || count === 0) {
    return null;
  }
  const going = rejection.status === "rejected" ? rejection.going : [];
  return {
    count,
    until: going.flatMap(({ leaving }) => leaving?.until ?? []).toSorted()[0] ?? null,
    undo: going.length === 0 ? null : () => void bulkReject.undo(rejection.id),
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

/**
 * Returns the chosen calls. They also depend on the time, because a call counts as long after 5
 * minutes of ringing.
 */
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

function toSkipped(preview: RejectPreview | undefined, byId: ReadonlyMap<string, Call>): Spared[] {
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
