import { useQuery } from "@tanstack/react-query";

import { type Contest, readContest } from "@linedesk/contract";
import { useConsole, useRootState, useOpenStation } from "./ConsoleProvider.tsx";

/** A station that is not open sends no events of its contest, so the contest is polled. */
const OTHER_STATION_REFRESH_MS = 5_000;

interface RunningContest {
  contest: Contest | null;
  /** False until the first response. Until then a contest that is `null` can be wrong. */
  isKnown: boolean;
  /** The number changes after each caller, counted or not. */
  version: number;
  error: unknown;
}

export function useRunningContestAt(id: string): RunningContest {
  const { http } = useConsole();
  const isOpen = useOpenStation()?.id === id;
  const snapshots = useRootState((state) => state.calls.snapshots);
  const event = useRootState((state) => state.calls.contest);
  const latest = isOpen ? event : null;
  const loaded = useQuery({
    queryKey: ["contest", id, isOpen ? snapshots : "elsewhere"],
    enabled: id !== "" && (!isOpen || snapshots > 0),
    queryFn: ({ signal }) => http.call(readContest, { params: { id }, signal }),
    refetchInterval: isOpen ? false : OTHER_STATION_REFRESH_MS,
  });
  return {
    contest: latest === null ? (loaded.data?.contest ?? null) : latest.running,
    isKnown: latest !== null || loaded.data !== undefined,
    version: latest?.seq ?? 0,
    error: loaded.error,
  };
}

export function useRunningContest(): RunningContest {
  return useRunningContestAt(useOpenStation()?.id ?? "");
}
