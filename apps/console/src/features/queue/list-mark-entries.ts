import type { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import type { MarkCommands } from "../../client/desk/bind-marks.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import type { ConferView } from "./queue-order.ts";

type Translate = ReturnType<typeof useTranslations<"queue">>;

const verify = { command: "queue.verify", keys: "v" };
const lock = { command: "queue.lock", keys: "l" };
const shortcutOf = {
  verify,
  unverify: verify,
  markNext: { command: "queue.next", keys: "n" },
  lock,
  unlock: lock,
} as const;

export function listMarkEntries(marks: MarkCommands, t: Translate): MenuEntry[] {
  const names = Object.keys(shortcutOf) as (keyof MarkCommands)[];
  return names.flatMap((name): MenuEntry[] => {
    const run = marks[name];
    return run === null
      ? []
      : [{ type: "item", key: name, label: t(name), shortcut: shortcutOf[name], run }];
  });
}

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

export function listConferEntries(
  call: Call,
  confer: ConferView | null,
  t: Translate,
): MenuEntry[] {
  const bringIn = confer?.bringIn(call) ?? null;
  const talkback = confer?.talkback(call) ?? null;
  const join = confer?.join(call) ?? null;
  const lines = join === null ? [] : (["line1", "line2"] as const);
  return [
    ...(bringIn === null
      ? []
      : [{ type: "item" as const, key: "bringIn", label: t("bringIn"), run: bringIn }]),
    ...(talkback === null
      ? []
      : [{ type: "item" as const, key: "talkback", label: t("openTalkback"), run: talkback }]),
    ...lines.map((line, index) => ({
      type: "item" as const,
      key: `join:${line}`,
      label: t("joinOn", { number: String(index + 1) }),
      run: () => join?.(line),
    })),
  ];
}
