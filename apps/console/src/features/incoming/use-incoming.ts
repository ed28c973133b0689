import { useMemo } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectWaiting } from "../../client/store/select-calls.ts";
import { useBarredLines } from "../../client/use-barred-lines.ts";
import { useOpenStation, usePermission } from "../../client/use-permission.ts";
import type { IncomingView } from "./incoming-view.ts";

const bothLines = ["line1", "line2"] as const;

/** The first who waits at the station that was open last; `answered` leads to its desk. */
export function useIncoming(answered: (callSign: string) => void): IncomingView | null {
  const { actions } = useConsole().desk;
  const { first: call, count } = useRootState(selectWaiting);
  const station = useOpenStation();
  const mayAnswer = usePermission("screen");
  const mayReject = usePermission("reject");
  const barred = useBarredLines();
  return useMemo((): IncomingView | null => {
    if (call === null || station === null) {
      return null;
    }
    return {
      call,
      station: station.callSign,
      others: count - 1,
      lines: bothLines.filter((line) => !barred.has(line)),
      answer: mayAnswer
        ? (line) => {
            void actions.accept(call.id, line);
            answered(station.callSign);
          }
        : null,
      reject: mayReject ? () => void actions.reject(call.id) : null,
    };
  }, [actions, call, count, station, mayAnswer, mayReject, answered, barred]);
}
