import { useCallback, useMemo, useState, useSyncExternalStore } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { extendCall } from "../../client/actions/line-actions.ts";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectMe,
  selectQueueCalls,
} from "../../client/store/select-calls.ts";
import { useFeedsAir } from "../../client/use-barred-lines.ts";
import { buildConferenceView, buildMembers, type ViewInput } from "./build-conference-view.ts";
import type { ConferenceView, MemberView } from "./conference-view.ts";

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

function useViewInput(line: DeviceLine): { input: ViewInput; pending: boolean } {
  const { actions, conferences } = useConsole().desk;
  const me = useRootState(selectMe);
  const speaking = useRootState((state) => state.calls.speaking);
  const isOtherFree = useRootState((state) => selectLeg(state, otherOf[line]) === null);
  const own = useRootState((state) => {
    const leg = selectLeg(state, line);
    return leg === null ? null : selectCall(state, leg.callId);
  });
  const queue = useRootState(selectQueueCalls);
  const open = useRootState((state) => state.calls.station);
  // A conference has callers of one station only.
  const station = own?.station ?? open;
  const calls = useMemo(() => queue.filter((call) => call.station === station), [queue, station]);
  const [inFlight, setInFlight] = useState(0);
  const ask = useCallback(async (run: () => Promise<unknown>) => {
    setInFlight((before) => before + 1);
    await run();
    setInFlight((before) => before - 1);
  }, []);
  const commands = useMemo(
    () => ({
      send: (body: Parameters<typeof conferences.send>[0]) =>
        void ask(() => conferences.send(body, line)),
      talkback: (call: string) => void ask(() => conferences.openTalkback(call)),
      endTalkback: (call: string) => void ask(() => conferences.endTalkback(call)),
      dialIn: (to: string) => void ask(() => conferences.dialIn(to)),
      extend: (call: string) => void ask(() => extendCall({ actions }, call)),
    }),
    [ask, actions, conferences, line],
  );
  const mayExtend = usePermissionAt(station, "desk");
  const input = useMemo(
    () => ({ calls, own, me, speaking, isOtherFree, mayExtend, commands }),
    [calls, own, me, speaking, isOtherFree, mayExtend, commands],
  );
  return { input, pending: inFlight > 0 };
}

/** Returns the conference of the selected line, or the callers with whom one can start. */
export function useConference(): ConferenceView {
  const { dialler } = useConsole().desk;
  const { refused } = useSyncExternalStore(dialler.onChange, () => dialler.state);
  const line = useRootState(selectActiveLine);
  const { input, pending } = useViewInput(line);
  const isFed = useFeedsAir(line, input.own?.station ?? null);
  const number = line === "line1" ? 1 : 2;
  return useMemo(
    () => ({ ...buildConferenceView(input, isFed), number, pending, refused }),
    [input, isFed, number, pending, refused],
  );
}

const nobody: MemberView[] = [];

export function useLineMembers(line: DeviceLine): MemberView[] {
  const { input } = useViewInput(line);
  const id = input.own?.conference?.id;
  return useMemo(() => (id === undefined ? nobody : buildMembers(id, input)), [id, input]);
}
