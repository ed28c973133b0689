import { useMemo } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectWaiting } from "../../client/store/select-calls.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { useOpenStation, usePermissionAt, useStationById } from "../../client/use-permission.ts";
import { createDirect, createIncomingCall } from "./create-incoming-call.ts";
import type { IncomingView } from "./incoming-view.ts";
import { selectIncoming } from "./select-incoming.ts";

/** What comes in for me, else the first who waits; `answered` leads to the desk of the station. */
export function useIncoming(answered: (callSign: string) => void): IncomingView | null {
  const context = useConsole();
  const incoming = useRootState(selectIncoming);
  const count = useRootState((state) => selectWaiting(state).count);
  const at = incoming === null || incoming.type === "direct" ? "" : incoming.call.station;
  const [open, station] = [useOpenStation(), useStationById(at)];
  const mayAnswer = usePermissionAt(at, "screen");
  const mayReject = usePermissionAt(at, "reject");
  const barred = useBarredAt()(at);
  return useMemo((): IncomingView | null => {
    if (incoming?.type === "direct") {
      const leave = () => open === null || answered(open.callSign);
      return createDirect(incoming, { ...context, leave });
    }
    if (incoming === null || station === null) {
      return null;
    }
    const { callSign } = station;
    const others = incoming.type === "waiting" ? count - 1 : count;
    const leave = () => answered(callSign);
    const destination = { station: callSign, others, mayAnswer, mayReject, barred, leave };
    return createIncomingCall(context.desk, incoming, destination);
  }, [context, incoming, count, open, station, mayAnswer, mayReject, answered, barred]);
}
