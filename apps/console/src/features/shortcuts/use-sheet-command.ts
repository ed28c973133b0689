import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";

/** `?` opens the shortcut sheet. On some keyboards it wants Shift and on some it does not. */
export function useSheetCommand(open: () => void): void {
  const t = useTranslations("shortcuts");
  const commands = useMemo(
    (): Command[] => [
      {
        id: "app.sheet",
        scope: "page",
        group: "panels",
        keys: ["Shift+?", "?"],
        keyLabel: "?",
        label: t("sheet"),
        run: open,
      },
    ],
    [t, open],
  );
  useCommands(commands);
}
