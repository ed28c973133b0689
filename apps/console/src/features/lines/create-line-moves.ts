import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import { useConsole, useRootState, usePermittedAt } from "../../client/ConsoleProvider.tsx";
import type { Desk } from "../../client/desk/create-desk.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { type Recipients, selectRecipientsAt } from "../../client/store/select-colleagues.ts";
import { selectOffer } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";
import { type BarredAt, useBarredAt } from "../../client/use-barred-lines.ts";
import type { LineCallStatus, LineMovesView, OfferView } from "./line-view.ts";

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

function stationOn(state: RootState, line: DeviceLine): string | null {
  const leg = selectLeg(state, line);
  return leg === null ? null : (selectCall(state, leg.callId)?.station ?? null);
}

export function useLineMoves(line: DeviceLine): (input: MovesInput) => LineMovesView {
  const { desk } = useConsole();
  const otherLeg = useRootState((state) => selectLeg(state, otherOf[line])?.status ?? null);
  const recipientsAt = useRootState(selectRecipientsAt);
  const mayAirAt = usePermittedAt("air");
  const otherStation = useRootState((state) => stationOn(state, otherOf[line]));
  const barredAt = useBarredAt();
  return useMemo(() => {
    const other = { line: otherOf[line], leg: otherLeg, station: otherStation };
    return createLineMoves({ line, other, desk, recipientsAt, mayAirAt, barredAt });
  }, [desk, line, otherLeg, otherStation, recipientsAt, mayAirAt, barredAt]);
}

export function useOffer(line: DeviceLine): OfferView | null {
  const { desk } = useConsole();
  const call = useRootState((state) => selectOffer(state, line));
  const isBarred = useBarredAt()(call?.station ?? "").has(line);
  return useMemo(() => {
    if (call === null || call.offer === null) {
      return null;
    }
    return {
      call,
      from: call.offer.from.name,
      until: call.offer.until,
      take: isBarred ? null : () => void desk.actions.accept(call.id, line),
      decline: () => void desk.leaving.undo(call.id),
    };
  }, [desk, call, line, isBarred]);
}

export const noMoves: LineMovesView = { other: null, give: null, takeBack: null };

interface LineMovesDeps {
  line: DeviceLine;
  other: {
    line: DeviceLine;
    leg: LineLeg["status"] | null;
    station: string | null;
  };
  desk: Pick<Desk, "handOver" | "leaving">;
  recipientsAt: (station: string) => Recipients;
  mayAirAt: (station: string) => boolean;
  barredAt: BarredAt;
}

interface MovesInput {
  call: Call;
  state: Pick<LineCallStatus, "status">;
  free: boolean;
}

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
