import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { noticeClosed, noticed } from "../../client/store/desk-slice.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { afterTime, onEachKey, PressAgain } from "../../ui/keys/press-again.ts";
import type { LineView } from "./line-view.ts";

export function useMoveCommands(view: LineView, setGiving: (giving: boolean) => void): void {
  const t = useTranslations("deskActions");
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const { selected } = view;
  const move = useGuardedMove(latest);
  const commands = useMemo(() => {
    const offered = [
      {
        ...bindCommand(findKey("take_offered")),
        label: t(findCommandName("take_offered")),
        isPossible: () => (latest.current.offer?.take ?? null) !== null,
        run: () => latest.current.offer?.take?.(),
      },
      {
        ...bindCommand(findKey("give_back")),
        label: t(findCommandName("give_back")),
        isPossible: () => latest.current.offer !== null,
        run: () => latest.current.offer?.decline(),
      },
    ];
    const moving = {
      ...bindCommand(findKey("move")),
      label: t(findCommandName("move")),
      isPossible: () => (latest.current.call?.moves.other ?? null) !== null,
      run: move,
    };
    const give = {
      ...bindCommand(findKey("offer")),
      label: t(findCommandName("offer")),
      isPossible: () => (latest.current.call?.moves.give ?? null) !== null,
      run: () => setGiving(true),
    };
    return selected ? [...offered, moving, give] : offered;
  }, [t, selected, setGiving, move]);
  useCommands(commands);
}

/** Moves or swaps by the key. A move that takes a caller to air or off air needs a second press. */
function useGuardedMove(latest: RefObject<LineView>): () => void {
  const t = useTranslations("lines");
  const { store } = useConsole();
  const again = useRef<PressAgain | null>(null);
  return useCallback(() => {
    again.current ??= new PressAgain({ onKey: onEachKey, after: afterTime });
    const { call, number } = latest.current;
    const other = call?.moves.other ?? null;
    if (call === null || other === null) {
      return;
    }
    const isOnAir = call.state.status === "on_air";
    const show = () => {
      const id = `move:${call.call.id}`;
      const name = describeCaller(call.call);
      const words = t("moveAgain", { name, toAir: isOnAir ? "no" : "yes" });
      const line = number === 1 ? "line1" : "line2";
      store.dispatch(noticed({ id, tone: "info", words, code: null, line }));
      return () => void store.dispatch(noticeClosed(id));
    };
    if ((!other.toAir && !isOnAir) || again.current.press(show)) {
      other.run();
    }
  }, [latest, store, t]);
}
