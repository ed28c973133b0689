import { chooseOwnStation, may, type Contest, type Station } from "@linedesk/contract";

type RunningContest = Pick<Contest, "id" | "counted" | "startedBy"> & { isMine: boolean };

/** The contest that another `callerCount` of mine would replace or end. */
export type ContestAtStake =
  | { status: "none" }
  /** Not answered yet: there may be one. */
  | { status: "unknown" }
  | { status: "running"; contest: RunningContest };

export type ContestLoss =
  | { type: "unknown" }
  | { type: "replaced" | "ended"; contest: RunningContest };

/** Of which station the server takes it; "" where it follows none. */
export function findContestStation(stations: readonly Station[], chosen: string | null): string {
  const station = chooseOwnStation(stations, chosen);
  return station !== null && may(station.role, "desk") ? station.id : "";
}

/** Null when nothing of a contest is lost. */
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
