import type { useTranslations } from "use-intl";

import type { MarkCommands } from "../../client/desk/bind-marks.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { QueueRowView } from "./queue-view.ts";

type Translate = ReturnType<typeof useTranslations<"queue">>;

const keysOf = { verify: "V", unverify: "V", markNext: "N", lock: "L", unlock: "L" } as const;

/** The marks that can be set on the row's call now. */
export function listMarkEntries(marks: MarkCommands, t: Translate): MenuEntry[] {
  const names = Object.keys(keysOf) as (keyof MarkCommands)[];
  return names.flatMap((name): MenuEntry[] => {
    const run = marks[name];
    return run === null
      ? []
      : [{ type: "item", key: name, label: t(name), keys: keysOf[name], run }];
  });
}

/** [LN31] A colleague's caller can be taken on either line. */
export function listSeizeEntries(
  { seize, call }: Pick<QueueRowView, "seize" | "call">,
  t: Translate,
): MenuEntry[] {
  const name = "holder" in call.desk ? (call.desk.holder?.name ?? "") : "";
  const lines = seize === null ? [] : (["line1", "line2"] as const);
  return lines.map((line, index) => ({
    type: "item",
    key: `seize:${line}`,
    label: t("seizeOn", { name, number: String(index + 1) }),
    run: () => seize?.(line),
  }));
}
