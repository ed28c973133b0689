import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  type BoardCheck,
  type EndpointAnswer,
  endRehearsal,
  readBoard,
  startLoopCalls,
  startRehearsal,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { type Fetched, toFetched } from "../use-station-details.ts";

type Board = EndpointAnswer<typeof readBoard>;

export interface BoardView {
  fetched: Fetched<Board>;
  checking: boolean;
  refused: string | null;
  pending: "ring" | "rehearse" | null;
  checkAgain: () => void;
  ring: () => void;
  rehearse: () => void;
  endRehearsal: () => void;
}

/** The page is open during the preparation of a show, so it reloads its data. */
const CHECK_EVERY_MS = 10_000;
/** The interval while a loop call is under way: its result arrives within seconds. */
const LOOK_AT_LOOP_MS = 2_000;

/** Marks the clock check as wrong when the browser's clock is more than 5 s off the server's. */
export function addBrowserClock(board: Board, nowMs: number): BoardCheck[] {
  const differsS = Math.round(Math.abs(Date.parse(board.at) - nowMs) / 1000);
  return board.checks.map((check) =>
    check.part === "clock" && check.state === "go" && differsS > 5
      ? { ...check, state: "look", finding: "wrong", amount: differsS }
      : check,
  );
}

export function useBoard(station: string): BoardView {
  const { http } = useConsole();
  const queries = useQueryClient();
  const queryKey = ["board", station];
  const params = { id: station };
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const board = await http.call(readBoard, { params, signal });
      return { ...board, checks: addBrowserClock(board, Date.now()) };
    },
    refetchInterval: ({ state }) =>
      state.data?.checks.some(({ finding }) => finding === "under_way") === true
        ? LOOK_AT_LOOP_MS
        : CHECK_EVERY_MS,
  });
  function onSettled() {
    return queries.invalidateQueries({ queryKey });
  }
  const ring = useMutation({ mutationFn: () => http.call(startLoopCalls, { params }), onSettled });
  const rehearse = useMutation({
    mutationFn: async (isToBegin: boolean) => {
      await (isToBegin
        ? http.call(startRehearsal, { params })
        : http.call(endRehearsal, { params }));
    },
    onSettled,
  });
  const error = ring.error ?? rehearse.error;
  return {
    fetched: toFetched(query),
    checking: query.isFetching,
    refused: error === null ? null : describeFailure(error).words,
    pending: ring.isPending ? "ring" : rehearse.isPending ? "rehearse" : null,
    checkAgain: () => void query.refetch(),
    ring: () => ring.mutate(),
    rehearse: () => rehearse.mutate(true),
    endRehearsal: () => rehearse.mutate(false),
  };
}
