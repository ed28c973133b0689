import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "../../ui/keys/command-registry.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { LineView } from "./line-view.ts";

const calls = { scope: "page", group: "calls" } as const;

/** O and G move the call of the selected line, A and B answer what a colleague offers [KY1]. */
export function useMoveCommands(view: LineView, setGiving: (giving: boolean) => void): void {
  const t = useTranslations("shortcuts");
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const { selected } = view;
  const isOffered = view.offer !== null;
  const canMove = (view.call?.moves.other ?? null) !== null;
  const canGive = (view.call?.moves.give ?? null) !== null;
  const commands = useMemo((): Command[] => {
    const offered: Command[] = [
      {
        ...calls,
        id: "offer.take",
        keys: ["a"],
        keyLabel: "A",
        label: t("takeOffered"),
        run: () => latest.current.offer?.take(),
      },
      {
        ...calls,
        id: "offer.back",
        keys: ["b"],
        keyLabel: "B",
        label: t("giveBack"),
        run: () => latest.current.offer?.decline(),
      },
    ];
    const move: Command = {
      ...calls,
      id: "line.move",
      keys: ["o"],
      keyLabel: "O",
      label: t("move"),
      run: () => latest.current.call?.moves.other?.run(),
    };
    const give: Command = {
      ...calls,
      id: "line.give",
      keys: ["g"],
      keyLabel: "G",
      label: t("give"),
      run: () => setGiving(true),
    };
    return [
      ...(isOffered ? offered : []),
      ...(selected && canMove ? [move] : []),
      ...(selected && canGive ? [give] : []),
    ];
  }, [t, selected, isOffered, canMove, canGive, setGiving]);
  useCommands(commands);
}
