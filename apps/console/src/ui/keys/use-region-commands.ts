import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "./command.ts";
import { useCommands } from "./KeyboardProvider.tsx";

/** What of a region gets the focus: the row with the cursor, else a field, else a button. */
const FIRST_IN_REGION = ["[data-row][tabindex='0']", "input", "button"];

function focusRegion(region: HTMLElement): void {
  const [first = region] = FIRST_IN_REGION.flatMap((selector) => [
    ...region.querySelectorAll<HTMLElement>(selector),
  ]);
  first.focus();
}

/** The regions stand on the page in their order: the lines, the queue, the side column. */
function jump(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const from = at === -1 && by === -1 ? 0 : at;
  const next = regions[(from + by + regions.length) % Math.max(1, regions.length)];
  if (next !== undefined) {
    focusRegion(next);
  }
}

const anywhere = { scope: "anywhere", group: "panels" } as const;
const page = { scope: "page", group: "panels" } as const;

/** Up and Down work in a field too, where Left and Right select words. */
export function useRegionCommands(): void {
  const t = useTranslations("shortcuts");
  const commands = useMemo((): Command[] => {
    const next = { label: t("nextRegion"), run: () => jump(1) };
    const before = { label: t("regionBefore"), run: () => jump(-1) };
    const [down, up] = ["Ctrl Shift ↓", "Ctrl Shift ↑"];
    return [
      {
        ...anywhere,
        ...next,
        id: "region.down",
        keys: ["Control+Shift+ArrowDown"],
        keyLabel: down,
      },
      { ...anywhere, ...before, id: "region.up", keys: ["Control+Shift+ArrowUp"], keyLabel: up },
      { ...page, ...next, id: "region.right", keys: ["Control+Shift+ArrowRight"], keyLabel: down },
      { ...page, ...before, id: "region.left", keys: ["Control+Shift+ArrowLeft"], keyLabel: up },
    ];
  }, [t]);
  useCommands(commands);
}
