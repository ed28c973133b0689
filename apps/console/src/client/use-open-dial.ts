import { useMemo } from "react";

import { useConsole } from "./ConsoleProvider.tsx";
import { dialRequested } from "./store/seats-slice.ts";
import { usePermission } from "./use-permission.ts";

/** Opens the dial panel with a number; a hidden one shows its look alone. */
export type OpenDial = (number: string, display: string) => void;

/** From wherever a number is shown; null where the role may not dial. */
export function useOpenDial(): OpenDial | null {
  const { desk, store } = useConsole();
  const { dialler } = desk;
  const mayDial = usePermission("dial");
  return useMemo(
    () =>
      mayDial
        ? (number, display) => {
            dialler.type(display, number);
            store.dispatch(dialRequested());
          }
        : null,
    [dialler, store, mayDial],
  );
}
