import { expect, test } from "vitest";

import type { MicrophoneChoice } from "../../../lib/browser-storage.ts";
import { aCall, STATION_ID } from "../../../testing/a-call.ts";
import type { Processing } from "../../audio/processing.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { legChanged, lineSelected } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { followProcessing } from "./follow-processing.ts";

const full = { autoGainControl: true, noiseSuppression: true, echoCancellation: true };
const forAir = { autoGainControl: false, noiseSuppression: false, echoCancellation: true };

function aDesk() {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [aCall(1)] }));
  const used: [line: string, processing: Processing][] = [];
  const preferred: Processing[] = [];
  let choice: MicrophoneChoice = {};
  let emitChange: () => void = () => undefined;
  function aSoftphone(line: string) {
    return { device: { useProcessing: async (one: Processing) => void used.push([line, one]) } };
  }
  followProcessing({
    store,
    storage: {
      microphoneChoice: () => choice,
      onChange: (listener) => {
        emitChange = listener;
        return () => undefined;
      },
    },
    softphones: { line1: aSoftphone("line1"), line2: aSoftphone("line2") },
    microphone: { prefer: (one) => void preferred.push(one) },
    feedsAir: (line) => line === "line2",
    log: () => undefined,
  });
  function choose(next: MicrophoneChoice): void {
    choice = next;
    emitChange();
  }
  return { store, used, preferred, choose };
}

test("[VD103] a line that feeds the air has no automatic gain and no noise suppression, unless the person chooses them", () => {
  const { used, choose } = aDesk();
  expect(used).toEqual([["line2", forAir]]);

  choose({ line2: { gain: true, noise: false } });

  expect(used.slice(1)).toEqual([["line2", { ...forAir, autoGainControl: true }]]);
});

test("[VD103] the echo cancellation is off on both lines only when the person wears headphones", () => {
  const { used, choose } = aDesk();

  choose({ headphones: true });

  expect(used.slice(1)).toEqual([
    ["line1", { ...full, echoCancellation: false }],
    ["line2", { ...forAir, echoCancellation: false }],
  ]);
});

test("[VD103] [VD66] the microphone for the next call has the processing of the selected line, and stays as it is during a call", () => {
  const { store, preferred } = aDesk();
  expect(preferred.at(-1)).toEqual(full);
  store.dispatch(lineSelected("line2"));
  expect(preferred.at(-1)).toEqual(forAir);

  const count = preferred.length;
  const leg = { status: "connecting" as const, callId: aCall(1).id, since: "", muted: false };
  store.dispatch(legChanged({ line: "line2", leg }));
  store.dispatch(lineSelected("line1"));

  expect(preferred).toHaveLength(count);
});
