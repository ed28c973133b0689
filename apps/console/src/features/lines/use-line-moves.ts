import { useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { selectRecipientsAt } from "../../client/store/select-colleagues.ts";
import { selectOffer } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { usePermittedAt } from "../../client/use-permission.ts";
import { createLineMoves, type MovesInput } from "./create-line-moves.ts";
import type { LineMovesView, OfferView } from "./line-view.ts";

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

/** Whose caller the line has: a swap brings that one onto the other line. */
function stationOn(state: RootState, line: DeviceLine): string | null {
  const leg = selectLeg(state, line);
  return leg === null ? null : (selectCall(state, leg.callId)?.station ?? null);
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
