import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import {
  selectActiveLine,
  selectAnsweredDirect,
  selectIsBusy,
  selectLeg,
} from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";

interface RungLineOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
}

const lines = ["line1", "line2"] as const;

/** Returns the selected line while it is idle, otherwise `null`. */
export function chooseRungLine(state: RootState): DeviceLine | null {
  const line = selectActiveLine(state);
  return selectIsBusy(state, line) ? null : line;
}

/** Returns true while the line connects. Meanwhile no line changes its registration. */
function isConnecting(state: RootState, line: DeviceLine): boolean {
  const carried = selectLeg(state, line) ?? selectAnsweredDirect(state, line);
  return carried?.status === "connecting";
}

/**
 * Keeps only the device of the chosen line registered for incoming calls; returns a function that
 * stops this.
 */
export function registerRungLine({ store, softphones }: RungLineOptions): () => void {
  let rung: DeviceLine | null | undefined;
  function updateRungLine(): void {
    const state = store.getState();
    const next = chooseRungLine(state);
    if (next === rung || lines.some((line) => isConnecting(state, line))) {
      return;
    }
    rung = next;
    for (const line of lines) {
      softphones[line].device.setTakesCalls(line === next);
    }
  }
  updateRungLine();
  return store.onChange(updateRungLine);
}
