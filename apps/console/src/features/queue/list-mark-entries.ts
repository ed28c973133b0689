import type { useTranslations } from "use-intl";

import type { MarkCommands } from "../../client/desk/bind-marks.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";

const keysOf = { verify: "V", unverify: "V", markNext: "N", lock: "L", unlock: "L" } as const;

/** The marks that can be set on the row's call now. */
export function listMarkEntries(
  marks: MarkCommands,
  t: ReturnType<typeof useTranslations<"queue">>,
): MenuEntry[] {
  const names = Object.keys(keysOf) as (keyof MarkCommands)[];
  return names.flatMap((name): MenuEntry[] => {
    const run = marks[name];
    return run === null
      ? []
      : [{ type: "item", key: name, label: t(name), keys: keysOf[name], run }];
  });
}
