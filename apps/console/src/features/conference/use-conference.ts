import { useCallback, useMemo, useState } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { ConferenceRequest } from "../../client/desk/conferences.ts";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectMe,
  selectOrderedCalls,
} from "../../client/store/select-calls.ts";
import { buildConferenceView } from "./build-conference-view.ts";
import type { ConferenceView } from "./conference-view.ts";

/** `useConference()`: the conference of the selected line, or whom one could be started with. */
export function useConference(): ConferenceView {
  const { conferences } = useConsole();
  const calls = useRootState(selectOrderedCalls);
  const me = useRootState(selectMe);
  const speaking = useRootState((state) => state.calls.speaking);
  const own = useRootState((state) => {
    const leg = selectLeg(state, selectActiveLine(state));
    return leg === null ? null : selectCall(state, leg.callId);
  });
  const [pending, setPending] = useState(false);
  const send = useCallback(
    async (body: ConferenceRequest) => {
      setPending(true);
      await conferences.send(body);
      setPending(false);
    },
    [conferences],
  );
  return useMemo(
    () => ({
      ...buildConferenceView(
        { calls, own, me, speaking, send: (body) => void send(body) },
        conferences.endBehavior,
      ),
      pending,
    }),
    [calls, own, me, speaking, send, conferences, pending],
  );
}
