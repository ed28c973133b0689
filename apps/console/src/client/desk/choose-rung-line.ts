import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../softphone/softphone.ts";
import { selectLeg } from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";

interface RungLineOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
}

const lines = ["line1", "line2"] as const;

/** [VD72] The selected line, while it is idle; null while it is not. */
export function chooseRungLine({ desk }: RootState): DeviceLine | null {
  const line = desk.selected_device === 1 ? "line1" : "line2";
  const leg = line === "line1" ? desk.ongoing_call1 : desk.ongoing_call2;
  return leg === null ? line : null;
}

/** Keeps the device of that line alone registered for incoming calls; answers how to stop. */
export function followRungLine({ store, softphones }: RungLineOptions): () => void {
  let rung: DeviceLine | null | undefined;
  function look(): void {
    const state = store.getState();
    const next = chooseRungLine(state);
    // A leg that is on its way must not wait for what the line says of itself meanwhile.
    const isSettingOut = lines.some((line) => selectLeg(state, line)?.status === "connecting");
    if (next === rung || isSettingOut) {
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
