import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { mayBeBroughtIn } from "../../client/desk/may-be-brought-in.ts";
import { picksCleared } from "../../client/store/picked-slice.ts";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectMe,
} from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";
import { usePermission } from "../../client/use-permission.ts";
import type { ConferView } from "./queue-order.ts";

function selectOwn(state: RootState): Call | null {
  const leg = selectLeg(state, selectActiveLine(state));
  const call = leg === null ? null : selectCall(state, leg.callId);
  return call === null || call.desk.status === "ended" ? null : call;
}

/** Conferences as the queue starts them: from a row's menu, and from those selected [CF23]. */
export function useConfer(): ConferView | null {
  const { conferences, store } = useConsole();
  const mayAir = usePermission("air");
  const me = useRootState(selectMe);
  const own = useRootState(selectOwn);
  const picked = useRootState((state) => state.picked.calls);
  const byId = useRootState((state) => state.calls.byId);
  return useMemo(() => {
    if (!mayAir) {
      return null;
    }
    const mayCome = (call: Call) => call.id !== own?.id && mayBeBroughtIn(call, me);
    const coming = picked.filter((id) => {
      const call = byId[id];
      return call !== undefined && mayCome(call);
    });
    const least = own === null ? 2 : 1;
    return {
      bringIn: (call) =>
        own !== null && mayCome(call) ? () => void conferences.gather([call.id]) : null,
      join: ({ conference, desk }) =>
        conference !== null && conference.id !== own?.conference?.id && desk.status !== "ended"
          ? (line) => void conferences.join(conference.id, line)
          : null,
      picked:
        coming.length < least
          ? null
          : {
              count: coming.length,
              run: () => {
                store.dispatch(picksCleared());
                void conferences.gather(coming);
              },
            },
    };
  }, [conferences, store, mayAir, me, own, picked, byId]);
}
