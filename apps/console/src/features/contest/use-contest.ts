import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  type Contest,
  contestLog,
  endContest,
  exportContest,
  listContests,
  type PastContest,
  readSettings,
  resetContest,
  startContest,
} from "@linedesk/contract";
import {
  useConsole,
  useRootState,
  useOpenStation,
  usePermission,
} from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectQueueCalls } from "../../client/store/select-calls.ts";
import { useFileExport } from "../../client/use-file-export.ts";
import { useRunningContest } from "../../client/use-running-contest.ts";
import { readCsvPages } from "../../lib/read-csv-pages.ts";
import type { ContestStart, ContestView } from "./contest-view.ts";
import { useWinner } from "./use-winner.ts";

const PAGE_SIZE = 50;

/** Returns the contest panel. A person who may not start a contest gets the contest and its log. */
export function useContest(openCaller: ContestView["openCaller"]): ContestView {
  const { contest, version, error } = useRunningContest();
  const winner = useWinner(contest);
  const lines = useRootState((state) => state.calls.phoneLines);
  const calls = useRootState(selectQueueCalls);
  const past = usePastContests(contest?.id ?? `none since ${version}`);
  const [wanted, choose] = useState<string | null>(null);
  const chosen = past.some(({ id }) => id === wanted) ? wanted : null;
  const log = useContestLog(version, chosen);
  const changes = useContestChanges(contest);
  const mayStart = usePermission("desk");
  const mayExport = usePermission("admin");
  const settings = useSettingsOfMine();
  const file = useContestFile(chosen);
  const failed = changes.failed ?? file.error ?? error;
  return {
    contest,
    winner,
    past,
    chosen,
    choose,
    log: log.items,
    canOpen: (call) => calls.some(({ id }) => id === call),
    openCaller,
    more: log.more,
    lines,
    callerCount: settings,
    start: mayStart && contest === null ? changes.start : null,
    reset: mayStart && contest !== null ? changes.reset : null,
    end: mayStart && contest !== null ? changes.end : null,
    exportLog: mayExport && log.items.length > 0 ? file.save : null,
    exporting: file.progress,
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

/**
 * Returns the station's contests, newest first. `after` changes with each start and end, which
 * loads them again.
 */
function usePastContests(after: string): PastContest[] {
  const { http } = useConsole();
  const id = useOpenStation()?.id ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  const loaded = useQuery({
    queryKey: ["contests", id, snapshots, after],
    enabled: id !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => http.call(listContests, { params: { id }, query: {}, signal }),
  });
  return loaded.data?.items ?? [];
}

function useContestLog(version: number, contest: string | null) {
  const { http } = useConsole();
  const id = useOpenStation()?.id ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  const query = useInfiniteQuery({
    queryKey: ["contest-log", id, snapshots, version, contest],
    enabled: id !== "",
    initialPageParam: "",
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      http.call(contestLog, {
        params: { id },
        query: {
          limit: PAGE_SIZE,
          ...(contest === null ? {} : { contest }),
          ...(pageParam === "" ? {} : { cursor: pageParam }),
        },
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
  };
}

function useContestFile(contest: string | null) {
  const { http } = useConsole();
  const params = { id: useOpenStation()?.id ?? "" };
  const { progress, error, run } = useFileExport();
  function save(): void {
    run((job) => {
      const { signal } = job;
      const of = contest === null ? {} : { contest };
      return readCsvPages(
        (page) => http.call(exportContest, { params, body: { ...page, ...of }, signal }),
        job,
      );
    });
  }
  return { progress, error, save };
}
