import { useMemo, useState, useSyncExternalStore } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectActiveLine } from "../../client/store/select-calls.ts";
import { useContactOffers } from "../../client/use-contact-offers.ts";
import { usePermission } from "../../client/use-permission.ts";
import type { CallInView } from "./CallIn.tsx";

/** Rings a contact into the conference of the selected line; null for who may not dial. */
export function useCallIn(): CallInView | null {
  const { dialler } = useConsole();
  const [draft, type] = useState("");
  const contacts = useContactOffers(draft);
  const station = useRootState((state) => state.calls.station);
  const line = useRootState(selectActiveLine);
  const mayDial = usePermission("dial");
  const { refused } = useSyncExternalStore(dialler.onChange, () => dialler.state);
  return useMemo(
    () =>
      station === null || !mayDial
        ? null
        : {
            draft,
            type,
            refused,
            offers: contacts.map(({ id, name: label, number, numberDisplay: detail }) => ({
              id,
              label,
              detail,
              choose: () => {
                type("");
                void dialler.dial(station, number, line);
              },
            })),
          },
    [dialler, station, mayDial, draft, contacts, line, refused],
  );
}
