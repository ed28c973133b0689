import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { keysMoved, panelChanged } from "../client/store/desk-slice.ts";
import { selectActiveLine, selectLeg } from "../client/store/select-calls.ts";
import { selectKeyCall } from "../client/store/select-key-call.ts";
import { selectTakeable } from "../client/store/select-takeable.ts";
import type { PanelActions } from "../features/caller/caller-view.ts";
import type { MenuAnchor } from "../ui/Menu.tsx";

export interface ShownCaller {
  open: (id: string, target: "panel" | "field") => void;
  /**
   * Shows the panel for a call that comes onto a line; `field` moves the focus to the field for the
   * caller's name.
   */
  follow: (id: string, target: "panel" | "field") => void;
  openFlags: OpenFlags;
  focusRequest: FocusRequest;
  /** The row to which the queue scrolls, because the person chose its caller in a panel. */
  rowRequest: FocusRequest;
}

export type OpenFlags = (call: string, anchor: MenuAnchor | null, only?: "ban") => void;

/**
 * `reveal` opens a closed panel, because an invisible field must not get the focus. With `waits` a
 * call that only comes onto a line opens nothing, because the panel would cover the queue.
 */
export function useShownCaller(
  reveal: () => void,
  openFlags: OpenFlags,
  waits: boolean,
): ShownCaller {
  const { store } = useConsole();
  const [focusRequest] = useState(() => new FocusRequest());
  const [rowRequest] = useState(() => new FocusRequest());
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    // On the page of another station, the panel shows the caller on the line, otherwise nobody.
    const onLine = selectLeg(store.getState(), selectActiveLine(store.getState()))?.callId ?? null;
    store.dispatch(panelChanged({ type: "closed", onLine }));
  }, [store]);
  const show = useCallback(
    (call: string, target: "panel" | "field", onlyEmpty: boolean) => {
      latest.current();
      if (target === "field") {
        focusRequest.set(call, onlyEmpty);
      }
    },
    [focusRequest],
  );
  const open = useCallback(
    (call: string, target: "panel" | "field") => {
      store.dispatch(panelChanged({ type: "opened", call }));
      show(call, target, false);
    },
    [store, show],
  );
  const follow = useCallback(
    (call: string, target: "panel" | "field") => {
      if (!waits) {
        show(call, target, true);
      }
    },
    [show, waits],
  );
  return useMemo(
    () => ({ open, follow, openFlags, focusRequest, rowRequest }),
    [open, follow, openFlags, focusRequest, rowRequest],
  );
}

/** Returns the call in the caller's panel: the selected one, else the next to take. */
export function useShownId(): string | null {
  return useRootState(
    (state) => state.desk.selected_call ?? selectTakeable(state).call?.id ?? null,
  );
}

export function usePanelActions(
  id: string | null,
  openFlags: OpenFlags,
): Omit<PanelActions, "dial" | "saveContact" | "openCard" | "verifyLeaves"> {
  const { store } = useConsole();
  const chosen = useRootState((state) => state.desk.selected_call);
  const { pinned } = useRootState((state) => state.desk.panel);
  const keyed = useRootState((state) => id !== null && selectKeyCall(state) === id);
  const onLine = useRootState((state) => selectLeg(state, selectActiveLine(state))?.callId ?? null);
  return useMemo(
    () => ({
      pinned,
      keyed,
      entered: () => void store.dispatch(keysMoved(id)),
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
    [store, id, chosen, pinned, keyed, onLine, openFlags],
  );
}

/**
 * Moves the focus to the name field as soon as the panel shows the requested caller. After an
 * answer, a known name must not be changed by mistake, so the panel itself gets the focus.
 */
export function useFocusOnName(
  id: string | null,
  focusRequest: FocusRequest,
): RefObject<HTMLInputElement | null> {
  const nameField = useRef<HTMLInputElement>(null);
  const wanted = useSyncExternalStore(focusRequest.follow, focusRequest.read);
  useEffect(() => {
    const field = nameField.current;
    if (wanted === null || wanted !== id || field === null) {
      return;
    }
    const isKnown = focusRequest.onlyEmpty && field.value !== "";
    (isKnown ? field.closest<HTMLElement>("[data-keys]") : field)?.focus();
    focusRequest.set(null);
  }, [wanted, id, focusRequest]);
  return nameField;
}

/** This state is outside React, because each change in React would redraw the whole page. */
class FocusRequest {
  #call: string | null = null;
  #onlyEmpty = false;
  readonly #followers = new Set<() => void>();

  readonly read = (): string | null => this.#call;

  readonly follow = (changed: () => void): (() => void) => {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  };

  /** Is true when the name field gets the focus only if it is still empty. */
  get onlyEmpty(): boolean {
    return this.#onlyEmpty;
  }

  readonly set = (call: string | null, onlyEmpty = false): void => {
    this.#call = call;
    this.#onlyEmpty = onlyEmpty;
    for (const changed of this.#followers) {
      changed();
    }
  };
}
