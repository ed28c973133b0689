import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { type Call, type Contest, contestLog } from "@linedesk/contract";
import { useConsole, useOpenStation, useRootState } from "./ConsoleProvider.tsx";
import { findLoggedWinner } from "./find-logged-winner.ts";
import { describeCaller } from "./store/panel-caller.ts";
import { selectWinner } from "./store/select-winner.ts";

const PAGE_SIZE = 100;

export interface ContestWinner {
  /** The winner's name or number until the contest ends; `null` while nobody has won. */
  name: string | null;
  /** The winner's call while it is at the desk. */
  call: Call | null;
}

/** Finds the winner from the call at the desk, and after that call from the contest's log. */
export function useContestWinner(contest: Contest | null): ContestWinner {
  const { http } = useConsole();
  const queries = useQueryClient();
  const station = useOpenStation()?.id ?? "";
  const call = useRootState((state) => selectWinner(state, contest));
  const named = call === null ? null : describeCaller(call);
  const contestId = contest?.id ?? "";
  // A name that somebody enters during the call is not in the log, so the last one is remembered.
  useEffect(() => {
    if (named !== null) {
      queries.setQueryData(toKey(contestId), named);
    }
  }, [queries, contestId, named]);
  const isWon = contest !== null && contest.counted >= contest.callerCount;
  const logged = useQuery({
    queryKey: toKey(contestId),
    enabled: isWon && call === null && station !== "",
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      findLoggedWinner((cursor) => {
        const query = {
          contest: contestId,
          limit: PAGE_SIZE,
          ...(cursor === null ? {} : { cursor }),
        };
        return http.call(contestLog, { params: { id: station }, query, signal });
      }),
  });
  return { name: named ?? (isWon ? (logged.data ?? null) : null), call };
}

function toKey(contest: string) {
  return ["contest-winner", contest];
}
