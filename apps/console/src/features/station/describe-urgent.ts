import { selectLeg } from "../../client/store/select-calls.ts";
import { selectMyOffers } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";
import { pageWords } from "../../client/words/page-words.ts";

const lines = ["line1", "line2"] as const;

/** These interrupt a screen reader; everything else waits for its turn. */
export function describeUrgent(state: RootState): string | null {
  return (
    describeOffer(state) ??
    describeInterruption(state) ??
    state.desk.notices.findLast(({ urgent }) => urgent === true)?.words ??
    null
  );
}

function describeOffer(state: RootState): string | null {
  const call = selectMyOffers(state)[0];
  if (call === undefined || call.offer === null) {
    return null;
  }
  const caller = call.caller.name ?? call.caller.numberDisplay;
  return pageWords()("notices.offered", { name: call.offer.from.name, caller });
}

function describeInterruption(state: RootState): string | null {
  const line = lines.find((each) => selectLeg(state, each)?.status === "reconnecting");
  return line === undefined
    ? null
    : pageWords()("notices.audioInterrupted", { number: line.slice(4) });
}
