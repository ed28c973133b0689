import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { pageKeys } from "../../ui/keys/page-keys.ts";

export function useSheetCommand(open: () => void): void {
  const t = useTranslations("shortcuts");
  const commands = useMemo(
    () => [{ ...bindCommand(pageKeys.sheet[0]), label: t("sheet"), run: open }],
    [t, open],
  );
  useCommands(commands);
}
