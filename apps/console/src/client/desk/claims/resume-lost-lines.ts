import type { DeviceLine } from "@linedesk/contract";
import { isLost } from "../../softphone/line-leg.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { ResumeLineDeps } from "./resume-line.ts";

const lines: readonly DeviceLine[] = ["line1", "line2"];

/**
 * Brings calls back to their lines after the exchange has lost the legs. The code is loaded only
 * then. Returns a function that stops it.
 */
export function resumeLostLines(deps: ResumeLineDeps): () => void {
  const busy = new Set<DeviceLine>();
  async function resume(line: DeviceLine): Promise<void> {
    busy.add(line);
    try {
      const { resumeLine } = await import("./resume-line.ts");
      await resumeLine(deps, line);
    } finally {
      busy.delete(line);
    }
  }
  const cut: Partial<Record<DeviceLine, boolean>> = {};
  return deps.store.onChange(() => {
    for (const line of lines) {
      const desk = selectCall(deps.store.getState(), deps.softphones[line].leg?.callId ?? "")?.desk;
      const isInterrupted = desk?.status === "held" && desk.interrupted !== undefined;
      const isFirst = isInterrupted && cut[line] !== true;
      // The interruption lasts until the next leg is bridged, and `cutOff` must not end that leg.
      cut[line] = isInterrupted;
      if (isFirst) {
        deps.softphones[line].cutOff();
      }
      if (isLost(deps.softphones[line].leg) && !busy.has(line)) {
        void resume(line);
      }
    }
  });
}
