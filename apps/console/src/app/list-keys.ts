import { createTranslator } from "use-intl/core";

import { deskActions, findCommandName } from "../client/actions/desk-actions.ts";
import type { KeyedActionId } from "../client/actions/desk-actions.ts";
import { bindPanel, type KeyBinding } from "../lib/key-binding.ts";
import { pageKeys } from "../ui/keys/page-keys.ts";
import { enAu } from "./en-au.ts";
import { panels } from "./panels.ts";

interface WordedKey extends KeyBinding {
  words: string;
}

/** Returns every default key with its English sentence, in the order of the registries. */
export function listKeys(): WordedKey[] {
  const t = createTranslator({ locale: "en-AU", messages: enAu });
  const actions = Object.entries(deskActions).flatMap(([id, { keys }]) =>
    keys.map((key) => ({
      ...key,
      words: t(`deskActions.${findCommandName(id as KeyedActionId)}`),
    })),
  );
  const page = Object.entries(pageKeys).flatMap(([id, keys]) =>
    keys.map((key) => ({ ...key, words: t(`shortcuts.${id as keyof typeof pageKeys}`) })),
  );
  const ofPanels = panels.flatMap(({ id, title, shortcut }) =>
    shortcut === null ? [] : [{ ...bindPanel(id, shortcut), words: t(title) }],
  );
  return [...actions, ...page, ...ofPanels];
}
