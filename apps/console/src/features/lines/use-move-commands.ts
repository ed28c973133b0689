import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { LineView } from "./line-view.ts";

const calls = { scope: "page", group: "calls" } as const;

export function useMoveCommands(view: LineView, setGiving: (giving: boolean) => void): void {
  const t = useTranslations("shortcuts");
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const { selected } = view;
  const commands = useMemo((): Command[] => {
    const offered: Command[] = [
      {
        ...calls,
        id: "offer.take",
        keys: ["a"],
        keyLabel: "A",
        label: t("takeOffered"),
        isPossible: () => (latest.current.offer?.take ?? null) !== null,
        run: () => latest.current.offer?.take?.(),
      },
      {
        ...calls,
        id: "offer.back",
        keys: ["b"],
        keyLabel: "B",
        label: t("giveBack"),
        isPossible: () => latest.current.offer !== null,
        run: () => latest.current.offer?.decline(),
      },
    ];
    const move: Command = {
      ...calls,
      id: "line.move",
      keys: ["o"],
      keyLabel: "O",
      label: t("move"),
      isPossible: () => (latest.current.call?.moves.other ?? null) !== null,
      run: () => latest.current.call?.moves.other?.run(),
    };
    const give: Command = {
      ...calls,
      id: "line.give",
      keys: ["g"],
      keyLabel: "G",
      label: t("give"),
      isPossible: () => (latest.current.call?.moves.give ?? null) !== null,
      run: () => setGiving(true),
    };
    return selected ? [...offered, move, give] : offered;
  }, [t, selected, setGiving]);
  useCommands(commands);
}
