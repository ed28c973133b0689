import type { CallInView } from "../src/features/conference/CallIn.tsx";
import type { ConferenceView } from "../src/features/conference/conference-view.ts";
import { aCall, uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const own = aCall({ n: 31, waitS: 300, description: "council rates" });
const waiting = aCall({ n: 32, waitS: 120, caller: { name: "Jo Smith", location: "Manly" } });
const inside = { id: uuid(990), muted: false, onHold: false };

function aConference(over: Partial<ConferenceView> = {}): ConferenceView {
  return {
    status: "live",
    own,
    onAir: true,
    members: [
      { call: { ...own, conference: inside }, status: "speaking" as const },
      {
        call: {
          ...aCall({ n: 33, waitS: 90, caller: { name: "Joan Mercer", location: "Ryde" } }),
          conference: { ...inside, muted: true },
        },
        status: "muted" as const,
      },
      {
        call: {
          ...aCall({ n: 34, waitS: 60, caller: { name: "Alex Kimura", location: "Newtown" } }),
          conference: { ...inside, onHold: true },
        },
        status: "on_hold" as const,
      },
    ].map((member) => ({
      ...member,
      toggleMute: nothing,
      toggleHold: nothing,
      remove: nothing,
    })),
    candidates: [{ call: waiting, add: nothing }],
    hold: { kind: "holdAll", run: nothing },
    leave: nothing,
    end: { kind: "END", run: nothing },
    pending: false,
    ...over,
  };
}

const notLive = { onAir: false, members: [], hold: null, leave: null, end: null };

/** Somebody whom it could not ring. */
export const callInState: CallInView = {
  draft: "Joan",
  type: nothing,
  offers: [],
  refused: "02 5550 2210: busy",
};

/** The conference's card in each of its states. */
export const conferenceStates: Record<string, ConferenceView> = {
  live: aConference(),
  "to-hold": aConference({ end: { kind: "HOLD", run: nothing }, onAir: false }),
  start: aConference({ ...notLive, status: "ready_to_start" }),
  none: aConference({ ...notLive, status: "none", own: null, candidates: [] }),
};
