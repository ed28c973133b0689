import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";

export function useHistoryCommand(reveal: () => void): void {
  const t = useTranslations("deskActions");
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    // If the key press has opened the panel, the panel is on the page by now.
    if (presses > 0) {
      document.querySelector<HTMLElement>('[data-region="caller"] [role="tab"]')?.focus();
    }
  }, [presses]);
  const commands = useMemo(
    () => [
      {
        ...bindCommand(findKey("history")),
        label: t(findCommandName("history")),
        run: () => {
          reveal();
          setPresses((before) => before + 1);
        },
      },
    ],
    [t, reveal],
  );
  useCommands(commands);
}
