import { useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectWaiting } from "../../client/store/select-calls.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { useOpenStation, usePermissionAt, useStationById } from "../../client/use-permission.ts";
import { createOffered } from "./create-offered.ts";
import type { DirectView, IncomingView, OfferedView, WaitingView } from "./incoming-view.ts";
import { type Incoming, selectIncoming } from "./select-incoming.ts";

const bothLines = ["line1", "line2"] as const;

type OfCall = Extract<Incoming, { type: "offered" | "waiting" }>;

/** What the person may do at the call's own station [QU62], and where an answer leads. */
interface Destination {
  station: string;
  others: number;
  mayAnswer: boolean;
  mayReject: boolean;
  barred: ReadonlySet<DeviceLine>;
  leave: () => void;
}

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
      return createDirect(context, incoming, () => open === null || answered(open.callSign));
    }
    if (incoming === null || station === null) {
      return null;
    }
    const { callSign } = station;
    const others = incoming.type === "waiting" ? count - 1 : count;
    const leave = () => answered(callSign);
    const destination = { station: callSign, others, mayAnswer, mayReject, barred, leave };
    return createOfCall(context, incoming, destination);
  }, [context, incoming, count, open, station, mayAnswer, mayReject, answered, barred]);
}

function createDirect(
  { desk, voice }: ConsoleContext,
  { line, from, since }: Extract<Incoming, { type: "direct" }>,
  leave: () => void,
): DirectView {
  const accept = (): void => {
    desk.actions.acceptDirect(line);
    leave();
  };
  const reject = () => voice.softphones[line].direct.reject();
  return { type: "direct", line, from, since, accept, reject };
}

function createOfCall(
  { desk }: ConsoleContext,
  incoming: OfCall,
  destination: Destination,
): OfferedView | WaitingView | null {
  const { station, others, mayAnswer, mayReject, barred, leave } = destination;
  const { type, call } = incoming;
  const caller = { call, station, others };
  const answer = (line: DeviceLine): void => {
    void desk.actions.accept(call.id, line);
    leave();
  };
  if (type === "waiting") {
    return {
      ...caller,
      type,
      lines: bothLines.filter((line) => !barred.has(line)),
      answer: mayAnswer ? answer : null,
      reject: mayReject ? () => void desk.actions.reject(call.id) : null,
    };
  }
  const decline = () => void desk.leaving.undo(call.id);
  return call.offer === null
    ? null
    : {
        ...caller,
        type: "offered",
        from: call.offer.from.name,
        until: call.offer.until,
        ...createOffered(incoming, { mayAnswer, barred, answer, decline }),
      };
}
