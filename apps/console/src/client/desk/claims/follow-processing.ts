import type { DeviceLine } from "@linedesk/contract";
import type { BrowserStorage } from "../../../lib/browser-storage.ts";
import { chooseProcessing } from "../../audio/choose-processing.ts";
import type { DeskMicrophone } from "../../audio/desk-microphone.ts";
import { fullProcessing, isSameProcessing } from "../../audio/processing.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { selectAirRules } from "../../store/select-air-rules.ts";
import {
  selectActiveLine,
  selectCall,
  selectIsOnCall,
  selectLeg,
} from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";

interface FollowProcessingOptions {
  store: Store;
  storage: Pick<BrowserStorage, "microphoneChoice" | "onChange">;
  softphones: Record<DeviceLine, { device: Pick<Softphone["device"], "useProcessing"> }>;
  microphone: Pick<DeskMicrophone, "prefer">;
  feedsAir: (line: DeviceLine, station: string) => boolean;
  log: (error: unknown) => void;
}

const lines = ["line1", "line2"] as const;

/**
 * Applies to each line's microphone the processing that the person chose. Without a choice, a line
 * that feeds the air gets no gain control and no noise suppression. Returns a function that stops
 * this.
 */
export function followProcessing(options: FollowProcessingOptions): () => void {
  const { store, storage, softphones, microphone, feedsAir, log } = options;
  const used = { line1: fullProcessing, line2: fullProcessing };
  let seen: readonly unknown[] = [];

  function update(): void {
    const state = store.getState();
    const { station } = state.calls;
    if (station === null) {
      return;
    }
    const choice = storage.microphoneChoice(station);
    for (const line of lines) {
      const call = selectCall(state, selectLeg(state, line)?.callId ?? "");
      const next = chooseProcessing(choice, line, feedsAir(line, call?.station ?? station));
      if (!isSameProcessing(next, used[line])) {
        used[line] = next;
        softphones[line].device.useProcessing(next).catch(log);
      }
    }
    // During a call the lines' own tracks are open, and another processing would disturb them.
    if (!selectIsOnCall(state)) {
      microphone.prefer(used[selectActiveLine(state)]);
    }
  }

  function check(): void {
    const next = selectRelevant(store.getState());
    if (next.some((value, index) => value !== seen[index])) {
      seen = next;
      update();
    }
  }

  const stops = [store.onChange(check), storage.onChange(update)];
  check();
  return () => stops.forEach((stop) => stop());
}

/**
 * Selects the values that decide the processing. Only a change of one of them makes the console
 * read the storage.
 */
function selectRelevant(state: RootState): unknown[] {
  return [
    state.calls.station,
    selectAirRules(state),
    selectActiveLine(state),
    selectLeg(state, "line1")?.callId,
    selectLeg(state, "line2")?.callId,
    selectIsOnCall(state),
  ];
}
