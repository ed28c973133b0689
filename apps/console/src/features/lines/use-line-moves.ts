import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { selectRecipientsAt } from "../../client/store/select-colleagues.ts";
import { selectOffer } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { usePermittedAt } from "../../client/use-permission.ts";
import type { LineCallStatus, LineMovesView, OfferView } from "./line-view.ts";

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

export const noMoves: LineMovesView = { other: null, give: null, takeBack: null };

/** Whose caller the line has: a swap brings that one onto the other line. */
function stationOn(state: RootState, line: DeviceLine): string | null {
  const leg = selectLeg(state, line);
  return leg === null ? null : (selectCall(state, leg.callId)?.station ?? null);
}

interface MovesInput {
  call: Call;
  state: LineCallStatus;
  /** Nothing of the call is being asked of the server. */
  free: boolean;
}

/** Where the call of a line can go now: built once, for calls change often. */
export function useLineMoves(line: DeviceLine): (input: MovesInput) => LineMovesView {
  const { desk } = useConsole();
  const otherLeg = useRootState((state) => selectLeg(state, otherOf[line])?.status ?? null);
  const recipientsAt = useRootState(selectRecipientsAt);
  const mayAirAt = usePermittedAt("air");
  const otherStation = useRootState((state) => stationOn(state, otherOf[line]));
  const barredAt = useBarredAt();
  return useMemo(() => {
    const other = otherOf[line];
    const comesHere = otherStation === null || !barredAt(otherStation).has(line);
    const { handOver, leaving } = desk;
    return ({ call, state, free }: MovesInput): LineMovesView => {
      const { id } = call;
      if (state.status === "offered") {
        return { ...noMoves, takeBack: free ? () => void leaving.undo(id) : null };
      }
      const onAir = state.status === "on_air";
      const isMovable = state.status === "talking" || state.status === "held" || onAir;
      if (!free || !isMovable || (onAir && !mayAirAt(call.station))) {
        return noMoves;
      }
      const number = other === "line1" ? 1 : 2;
      const move = () => void handOver.moveToLine(id, other);
      const swap = () => void handOver.swap(id);
      return {
        other: barredAt(call.station).has(other)
          ? null
          : otherLeg === null
            ? { kind: "move", number, run: move }
            : otherLeg === "connected" && comesHere
              ? { kind: "swap", number, run: swap }
              : null,
        give: {
          ...recipientsAt(call.station),
          to: (colleague) => void handOver.offer(id, colleague),
        },
        takeBack: null,
      };
    };
  }, [desk, line, otherLeg, otherStation, recipientsAt, mayAirAt, barredAt]);
}

/** What a colleague offers the person on this line [LN24]. */
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
