import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../softphone/softphone.ts";
import {
  selectActiveLine,
  selectAnsweredDirect,
  selectIsBusy,
  selectLeg,
} from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";

interface RungLineOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
}

const lines = ["line1", "line2"] as const;

/** The selected line, while it is idle; null while it is not. */
export function chooseRungLine(state: RootState): DeviceLine | null {
  const line = selectActiveLine(state);
  return selectIsBusy(state, line) ? null : line;
}

/** A call that is on its way must not wait for what the line says of itself meanwhile. */
function isSettingOut(state: RootState, line: DeviceLine): boolean {
  const carried = selectLeg(state, line) ?? selectAnsweredDirect(state, line);
  return carried?.status === "connecting";
}

/** Keeps the device of that line alone registered for incoming calls; answers how to stop. */
export function followRungLine({ store, softphones }: RungLineOptions): () => void {
  let rung: DeviceLine | null | undefined;
  function look(): void {
    const state = store.getState();
    const next = chooseRungLine(state);
    if (next === rung || lines.some((line) => isSettingOut(state, line))) {
      return;
    }
    rung = next;
    for (const line of lines) {
      softphones[line].device.setTakesCalls(line === next);
    }
  }
  look();
  return store.onChange(look);
}
