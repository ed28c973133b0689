import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { LineView } from "./line-view.ts";

export function useMoveCommands(view: LineView, setGiving: (giving: boolean) => void): void {
  const t = useTranslations("deskActions");
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const { selected } = view;
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
    const move = {
      ...bindCommand(findKey("move")),
      label: t(findCommandName("move")),
      isPossible: () => (latest.current.call?.moves.other ?? null) !== null,
      run: () => latest.current.call?.moves.other?.run(),
    };
    const give = {
      ...bindCommand(findKey("offer")),
      label: t(findCommandName("offer")),
      isPossible: () => (latest.current.call?.moves.give ?? null) !== null,
      run: () => setGiving(true),
    };
    return selected ? [...offered, move, give] : offered;
  }, [t, selected, setGiving]);
  useCommands(commands);
}
