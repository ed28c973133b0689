import { createTranslator } from "use-intl/core";

import { deskActions } from "../client/actions/desk-actions.ts";
import { actionWordsDe } from "../client/words/action-words.de.ts";
import { actionWords } from "../client/words/action-words.ts";
import { adminMessagesDe } from "../features/admin/admin-messages.de.ts";
import { adminMessages } from "../features/admin/admin-messages.ts";
import type { KeyBinding } from "../lib/key-binding.ts";
import { keyMessagesDe } from "../ui/keys/key-messages.de.ts";
import { keyMessages } from "../ui/keys/key-messages.ts";
import { describeKeys } from "../ui/keys/spell-keys.ts";
import { NAMED_KEYS } from "../ui/keys/use-key-names.ts";
import { adminSections } from "./admin-sections.ts";
import type { ConsoleNames, NamedKey } from "./console-names.ts";
import { de } from "./de.ts";
import { enAu } from "./en-au.ts";
import { listKeys } from "./list-keys.ts";
import { panels } from "./panels.ts";

type Modules = Record<string, Record<string, unknown>>;

const english: Modules = import.meta.glob(["../**/*-messages.ts", "../**/*-words.ts"], {
  eager: true,
});
const german: Modules = import.meta.glob(["../**/*-messages.de.ts", "../**/*-words.de.ts"], {
  eager: true,
});
const germanCatalogues = Object.assign({}, ...Object.values(german)) as Record<string, unknown>;

export function listNames(): Record<"en" | "de", ConsoleNames> {
  const inGerman = createTranslator({ locale: "de", messages: de });
  const inEnglish = createTranslator({ locale: "en-AU", messages: enAu });
  return {
    en: {
      keys: listKeysById(keyMessages.names),
      actions: actionWords,
      panels: Object.fromEntries(panels.map(({ id, title }) => [id, inEnglish(title)])),
      sections: listSections(adminMessages.section),
      words: listWords((name) => name),
    },
    de: {
      keys: listKeysById(keyMessagesDe.names),
      actions: actionWordsDe,
      panels: Object.fromEntries(panels.map(({ id, title }) => [id, inGerman(title)])),
      sections: listSections(adminMessagesDe.section),
      words: listWords((name) => `${name}De`),
    },
  };
}

type KeyNames = Record<keyof typeof keyMessages.names, string>;

function listKeysById(names: KeyNames): Record<string, NamedKey[]> {
  function label({ scope, keys: [first = ""] }: KeyBinding): NamedKey {
    const shown = describeKeys(first);
    return { scope, label: shown.replaceAll(NAMED_KEYS, (name) => names[name as keyof KeyNames]) };
  }
  const ofActions = Object.entries(deskActions).map(([id, { keys }]) => [id, keys.map(label)]);
  const ofCommands = listKeys().map((key) => [key.command, [label(key)]]);
  return Object.fromEntries([...ofCommands, ...ofActions]) as Record<string, NamedKey[]>;
}

function listSections(titles: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    adminSections.map(({ id, title }) => [id, titles[title.replace("section.", "")] ?? ""]),
  );
}

/** Lists all words by the name of the English file and the key in it: `line-messages.toAir`. */
function listWords(nameCatalogue: (english: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(english).flatMap(([path, catalogues]) => {
      const file = path.split("/").at(-1)?.replace(".ts", "") ?? "";
      return Object.keys(catalogues)
        .toSorted((one, other) => Number(isMainOf(file, one)) - Number(isMainOf(file, other)))
        .map((name) => germanCatalogues[nameCatalogue(name)] ?? catalogues[nameCatalogue(name)])
        .flatMap((tree) => flatten(tree, `${file}.`));
    }),
  );
}

/**
 * Returns true for `lineMessages` of `line-messages`. If two catalogues of a file have the same
 * name for a word, the word of this catalogue counts.
 */
function isMainOf(file: string, name: string): boolean {
  return file.replaceAll("-", "") === name.toLowerCase();
}

function flatten(tree: unknown, prefix: string): [string, string][] {
  if (typeof tree !== "object" || tree === null) {
    return [];
  }
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}
