import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeCaller } from "../../client/store/describe-caller.ts";
import { findDialEnd } from "../../client/store/find-dial-end.ts";
import { selectOwnDials } from "../../client/store/select-own-dials.ts";
import { usePermittedAt } from "../../client/use-permission.ts";
import type { DialLimitsView, DialLimitView } from "./dial-view.ts";

const nothing: ReturnType<typeof selectOwnDials> = { onLines: [], held: [] };

export function useDialLimits(): DialLimitsView {
  const { dialler } = useConsole().desk;
  // In the tab that leads: the others have no lines.
  const dials = useRootState((state) =>
    state.seats.tab === "following" ? nothing : selectOwnDials(state),
  );
  const mayExtendAt = usePermittedAt("desk");
  return useMemo(() => {
    const toLimit = (call: Call): DialLimitView[] => {
      const endsAt = findDialEnd(call);
      const extend = mayExtendAt(call.station) ? () => void dialler.extend(call.id) : null;
      return endsAt === null ? [] : [{ id: call.id, name: describeCaller(call), endsAt, extend }];
    };
    return { onLines: dials.onLines.flatMap(toLimit), held: dials.held.flatMap(toLimit) };
  }, [dialler, dials, mayExtendAt]);
}
