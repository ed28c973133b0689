import { chooseOwnStation, may, type Contest, type Station } from "@linedesk/contract";

type RunningContest = Pick<Contest, "id" | "counted" | "startedBy"> & { isMine: boolean };

/** The contest that another `callerCount` of this person would replace or end. */
export type ContestAtStake =
  | { status: "none" }
  /** The server has not answered yet, so there may be a contest. */
  | { status: "unknown" }
  | { status: "running"; contest: RunningContest };

export type ContestLoss =
  | { type: "unknown" }
  | { type: "replaced" | "ended"; contest: RunningContest };

/** Returns the station whose contest the server uses; an empty text without one. */
export function findContestStation(stations: readonly Station[], chosen: string | null): string {
  const station = chooseOwnStation(stations, chosen);
  return station !== null && may(station.role, "desk") ? station.id : "";
}

/** Returns the contest that would be lost, or `null`. */
export function findContestLoss(stake: ContestAtStake, count: number | null): ContestLoss | null {
  switch (stake.status) {
    case "none":
      return null;
    case "unknown":
      return { type: "unknown" };
    case "running": {
      const { contest } = stake;
      if (count !== null) {
        return { type: "replaced", contest };
      }
      return contest.isMine ? { type: "ended", contest } : null;
    }
  }
}
