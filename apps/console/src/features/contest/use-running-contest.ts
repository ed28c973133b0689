import { useQuery } from "@tanstack/react-query";

import { type Contest, readContest } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { useOpenStation } from "../../client/use-permission.ts";

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
