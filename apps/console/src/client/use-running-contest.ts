import { useQuery } from "@tanstack/react-query";

import { type Contest, type EndpointAnswer, readContest } from "@linedesk/contract";
import { useConsole, useRootState, useOpenStation } from "./ConsoleProvider.tsx";

interface RunningContest {
  contest: Contest | null;
  /** The number changes after each caller, counted or not. */
  version: number;
  error: unknown;
}

export function useRunningContest(): RunningContest {
  const { http } = useConsole();
  const id = useOpenStation()?.id ?? "";
  const snapshots = useRootState((state) => state.calls.snapshots);
  const latest = useRootState((state) => state.calls.contest);
  const loaded = useQuery<EndpointAnswer<typeof readContest>>({
    queryKey: ["contest", id, snapshots],
    enabled: id !== "" && snapshots > 0,
    // Every snapshot reads the contest again; until then the screen shows the station's previous
    // contest.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    queryFn: ({ signal }) => http.call(readContest, { params: { id }, signal }),
  });
  return {
    contest: latest === null ? (loaded.data?.contest ?? null) : latest.running,
    version: latest?.seq ?? 0,
    error: loaded.error,
  };
}
