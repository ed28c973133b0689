import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { panelChanged } from "../client/store/desk-slice.ts";
import { selectActiveLine, selectLeg } from "../client/store/select-calls.ts";
import type { PanelActions } from "../features/caller/caller-view.ts";
import { useDesk } from "../features/station/use-desk.ts";
import type { MenuAnchor } from "../ui/Menu.tsx";

export interface ShownCaller {
  /** The call in the caller's panel: what the panel follows, else the next to take. */
  id: string | null;
  open: (id: string, target: "panel" | "field") => void;
  /** The call comes onto a line, which the panel follows; with the focus where that is wanted. */
  follow: (id: string, target: "panel" | "field") => void;
  actions: Omit<PanelActions, "dial" | "saveContact">;
  nameField: RefObject<HTMLInputElement | null>;
}

/** Opens the flags of a call's caller beside what asked for them. */
export type OpenFlags = (call: string, anchor: MenuAnchor | null) => void;

/** `reveal` opens the panel where it is closed: a focus must not go where nothing is seen. */
export function useShownCaller(reveal: () => void, openFlags: OpenFlags): ShownCaller {
  const { store } = useConsole();
  const chosen = useRootState((state) => state.desk.selected_call);
  const next = useDesk().takeNext.call?.id ?? null;
  const id = chosen ?? next;
  const [nameField, focusName] = useFocusOnName(id);
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    // Another station's page: the caller in the panel is one of a line, or nobody.
    const onLine = selectLeg(store.getState(), selectActiveLine(store.getState()))?.callId ?? null;
    store.dispatch(panelChanged({ type: "closed", onLine }));
  }, [store]);
  const follow = useCallback(
    (call: string, target: "panel" | "field") => {
      latest.current();
      if (target === "field") {
        focusName(call);
      }
    },
    [focusName],
  );
  const open = useCallback(
    (call: string, target: "panel" | "field") => {
      store.dispatch(panelChanged({ type: "opened", call }));
      follow(call, target);
    },
    [store, follow],
  );
  return { id, open, follow, actions: usePanelActions(id, openFlags), nameField };
}

function usePanelActions(
  id: string | null,
  openFlags: OpenFlags,
): Omit<PanelActions, "dial" | "saveContact"> {
  const { store } = useConsole();
  const chosen = useRootState((state) => state.desk.selected_call);
  const { pinned } = useRootState((state) => state.desk.panel);
  const onLine = useRootState((state) => selectLeg(state, selectActiveLine(state))?.callId ?? null);
  return useMemo(
    () => ({
      pinned,
      pin: (wanted) => {
        if (id !== null) {
          store.dispatch(
            panelChanged(wanted ? { type: "pinned", call: id } : { type: "unpinned" }),
          );
        }
      },
      close:
        chosen === onLine
          ? null
          : () => void store.dispatch(panelChanged({ type: "closed", onLine })),
      openFlags: (anchor) => {
        if (id !== null) {
          openFlags(id, anchor);
        }
      },
      focused: () => {
        if (id !== null) {
          store.dispatch(panelChanged({ type: "focused", call: id }));
        }
      },
    }),
    [store, id, chosen, pinned, onLine, openFlags],
  );
}

/** The panel may have to be drawn first: the focus comes when it shows that caller. */
function useFocusOnName(id: string | null) {
  const nameField = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted !== id || nameField.current === null) {
      return;
    }
    nameField.current.focus();
    setWanted(null);
  }, [wanted, id]);
  return [nameField, setWanted] as const;
}
