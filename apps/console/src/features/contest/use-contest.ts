import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";

import {
  type Contest,
  contestLog,
  endContest,
  exportContest,
  readContest,
  readSettings,
  resetContest,
  startContest,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { useOpenStation, usePermission } from "../../client/use-permission.ts";
import { saveFile } from "../../lib/save-file.ts";
import type { ContestStart, ContestView } from "./contest-view.ts";

const PAGE_SIZE = 50;

interface RunningContest {
  contest: Contest | null;
  /** Another one after each caller, counted or not. */
  version: number;
  error: unknown;
}

/** The contest of the open station: an event since the snapshot knows better than the answer. */
export function useRunningContest(): RunningContest {
  const { http } = useConsole();
  const id = useOpenStation()?.id ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  const latest = useRootState((state) => state.calls.contest);
  const loaded = useQuery({
    queryKey: ["contest", id, snapshots],
    enabled: id !== "" && snapshots > 0,
    queryFn: ({ signal }) => http.call(readContest, { params: { id }, signal }),
  });
  return {
    contest: latest === null ? (loaded.data?.contest ?? null) : latest.running,
    version: latest?.seq ?? 0,
    error: loaded.error,
  };
}

/** The contest panel: who may not start one sees it and its log. */
export function useContest(): ContestView {
  const { contest, version, error } = useRunningContest();
  const lines = useRootState((state) => state.calls.phoneLines);
  const log = useContestLog(version);
  const changes = useContestChanges(contest);
  const mayStart = usePermission("desk");
  const mayExport = usePermission("admin");
  const settings = useSettingsOfMine();
  const failed = changes.failed ?? error;
  return {
    contest,
    log: log.items,
    more: log.more,
    lines,
    callerCount: settings,
    start: mayStart && contest === null ? changes.start : null,
    reset: mayStart && contest !== null ? changes.reset : null,
    end: mayStart && contest !== null ? changes.end : null,
    exportLog: mayExport && log.items.length > 0 ? changes.exportLog : null,
    pending: changes.pending,
    refused: failed === null ? null : describeFailure(failed).words,
  };
}

function useSettingsOfMine(): number | null {
  const { http } = useConsole();
  const loaded = useQuery({
    queryKey: ["settings", "callerCount"],
    queryFn: ({ signal }) => http.call(readSettings, { signal }),
  });
  return loaded.data?.callerCount ?? null;
}

function useContestLog(version: number) {
  const { http } = useConsole();
  const id = useOpenStation()?.id ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  const query = useInfiniteQuery({
    queryKey: ["contest-log", id, snapshots, version],
    enabled: id !== "",
    initialPageParam: "",
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      http.call(contestLog, {
        params: { id },
        query: { limit: PAGE_SIZE, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  };
}

function useContestChanges(contest: Contest | null) {
  const { http } = useConsole();
  const params = { id: useOpenStation()?.id ?? "" };
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() });
  const seen = { params, body: { contest: contest?.id ?? "" } };
  return {
    pending: change.isPending,
    failed: change.error,
    start: (body: ContestStart) => change.mutate(() => http.call(startContest, { params, body })),
    reset: () => change.mutate(() => http.call(resetContest, seen)),
    end: () => change.mutate(() => http.call(endContest, seen)),
    exportLog: () =>
      change.mutate(async () => {
        const { fileName, csv } = await http.call(exportContest, { params, body: {} });
        saveFile({ name: fileName, text: csv });
      }),
  };
}
