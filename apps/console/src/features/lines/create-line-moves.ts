import type { Call, DeviceLine } from "@linedesk/contract";
import type { Desk } from "../../client/desk/create-desk.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import type { Recipients } from "../../client/store/select-colleagues.ts";
import type { BarredAt } from "../../client/use-barred-lines.ts";
import type { LineCallStatus, LineMovesView } from "./line-view.ts";

export const noMoves: LineMovesView = { other: null, give: null, takeBack: null };

interface LineMovesDeps {
  line: DeviceLine;
  other: {
    line: DeviceLine;
    leg: LineLeg["status"] | null;
    /** Whose caller it has: a swap brings that one onto this line. */
    station: string | null;
  };
  desk: Pick<Desk, "handOver" | "leaving">;
  recipientsAt: (station: string) => Recipients;
  mayAirAt: (station: string) => boolean;
  barredAt: BarredAt;
}

export interface MovesInput {
  call: Call;
  state: Pick<LineCallStatus, "status">;
  free: boolean;
}

/** Where the call of a line can go, by what the person may do at the call's station. */
export function createLineMoves(deps: LineMovesDeps): (input: MovesInput) => LineMovesView {
  const { handOver, leaving } = deps.desk;
  return ({ call, state, free }) => {
    const { id, station } = call;
    if (state.status === "offered") {
      return { ...noMoves, takeBack: free ? () => void leaving.undo(id) : null };
    }
    const onAir = state.status === "on_air";
    const isMovable = state.status === "talking" || state.status === "held" || onAir;
    if (!free || !isMovable || (onAir && !deps.mayAirAt(station))) {
      return noMoves;
    }
    return {
      other: createOtherMove(deps, call),
      give: {
        ...deps.recipientsAt(station),
        to: (colleague) => void handOver.offer(id, colleague),
      },
      takeBack: null,
    };
  };
}

function createOtherMove(
  { line, other, desk, barredAt }: LineMovesDeps,
  { id, station }: Call,
): LineMovesView["other"] {
  const { handOver } = desk;
  if (barredAt(station).has(other.line)) {
    return null;
  }
  const number = other.line === "line1" ? 1 : 2;
  if (other.leg === null) {
    return { kind: "move", number, run: () => void handOver.moveToLine(id, other.line) };
  }
  const comesHere = other.station === null || !barredAt(other.station).has(line);
  return other.leg === "connected" && comesHere
    ? { kind: "swap", number, run: () => void handOver.swap(id) }
    : null;
}
