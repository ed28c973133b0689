import type { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { findMarkKey, markIds } from "../../client/actions/mark-actions.ts";
import type { MarkCommands } from "../../client/desk/marks/bind-marks.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { ConferView } from "./queue-order.ts";

type Translate = ReturnType<typeof useTranslations<"rowMenu">>;
type TranslateActions = ReturnType<typeof useTranslations<"deskActions">>;

export function listMarkEntries(marks: MarkCommands, t: TranslateActions): MenuEntry[] {
  return markIds.flatMap((id): MenuEntry[] => {
    const run = marks[id];
    const key = findMarkKey(id, "queue");
    const shown = key === undefined ? {} : { shortcut: toShortcut(key) };
    return run === null ? [] : [{ type: "item", key: id, label: t(`${id}.name`), ...shown, run }];
  });
}

export function listConferEntries(
  call: Call,
  confer: ConferView | null,
  t: Translate,
): MenuEntry[] {
  const addToConference = confer?.addToConference(call) ?? null;
  const talkback = confer?.talkback(call) ?? null;
  const join = confer?.join(call) ?? null;
  const lines = join === null ? [] : (["line1", "line2"] as const);
  return [
    ...(addToConference === null
      ? []
      : [
          {
            type: "item" as const,
            key: "addToConference",
            label: t("addToConference"),
            run: addToConference,
          },
        ]),
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
