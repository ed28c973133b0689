import { useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { offerActions } from "../../client/actions/offer-actions.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectOffer } from "../../client/store/select-offers.ts";
import { useBarredAt, useFeedsAir } from "../../client/use-barred-lines.ts";
import type { OfferView } from "./line-view.ts";

/** Returns the call that a colleague offers to this line, and the possible answers. */
export function useOffer(line: DeviceLine): OfferView | null {
  const { desk } = useConsole();
  const call = useRootState((state) => selectOffer(state, line));
  const toAir = useFeedsAir(line, call?.station ?? null);
  const isBarred = useBarredAt()(call?.station ?? "").has(line);
  return useMemo(() => {
    if (call === null || call.offer === null) {
      return null;
    }
    const { take_offered: take, give_back: giveBack } = offerActions;
    const offer = { call, line, isBarred };
    return {
      call,
      from: call.offer.from.name,
      until: call.offer.until,
      toAir,
      take: take.isPossible(offer) ? () => take.run(desk, offer) : null,
      decline: () => giveBack.run(desk, offer),
    };
  }, [desk, call, line, toAir, isBarred]);
}
