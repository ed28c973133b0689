import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { bindCommand } from "./bind-command.ts";
import { useCommands } from "./KeyboardProvider.tsx";
import { pageKeys } from "./page-keys.ts";

/**
 * The element of a region that gets the focus: the row with the cursor, otherwise a field,
 * otherwise a button.
 */
const FIRST_IN_REGION = ["[data-row][tabindex='0']", "input", "button"];

function focusRegion(region: HTMLElement): void {
  const [first = region] = FIRST_IN_REGION.flatMap((selector) => [
    ...region.querySelectorAll<HTMLElement>(selector),
  ]);
  first.focus();
}

/**
 * Moves the focus from region to region in the order of the page: the lines, the queue, the side
 * column.
 */
function jump(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const from = at === -1 && by === -1 ? 0 : at;
  const next = regions[(from + by + regions.length) % Math.max(1, regions.length)];
  if (next !== undefined) {
    focusRegion(next);
  }
}

export function useRegionCommands(): void {
  const t = useTranslations("shortcuts");
  const commands = useMemo(() => {
    const next = { label: t("nextRegion"), run: () => jump(1) };
    const before = { label: t("regionBefore"), run: () => jump(-1) };
    const [down, right] = pageKeys.nextRegion;
    const [up, left] = pageKeys.regionBefore;
    return [
      { ...bindCommand(down), ...next },
      { ...bindCommand(up), ...before },
      { ...bindCommand(right), ...next },
      { ...bindCommand(left), ...before },
    ];
  }, [t]);
  useCommands(commands);
}
