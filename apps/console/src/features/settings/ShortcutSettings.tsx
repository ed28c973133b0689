import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import type { CommandScope } from "../../lib/key-binding.ts";
import { Button } from "../../ui/Button.tsx";
import { findBinding, bindShortcuts } from "../../ui/keys/bind-shortcuts.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useDefaultCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { ShortcutRow } from "./ShortcutRow.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./ShortcutSettings.module.css";

const scopes: CommandScope[] = ["anywhere", "page", "queue"];

interface ShortcutSettingsProps {
  settings: SettingsView;
  isOpenAtFirst?: boolean;
}

export function ShortcutSettings({ settings, isOpenAtFirst = false }: ShortcutSettingsProps) {
  const t = useTranslations("settings");
  const list = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { shortcuts } = settings.settings;
  const actions = listActions(useDefaultCommands());
  return (
    <div className={styles["shortcuts"]} data-find={actions.map(({ label }) => label).join(" ")}>
      <Button aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
        {t("shortcuts")}
      </Button>
      <div id={list} hidden={!isOpen}>
        {isOpen ? <ShortcutList settings={settings} /> : null}
      </div>
      {Object.keys(shortcuts).length === 0 ? null : (
        <Button onClick={() => settings.change({ setting: "SHORTCUTS", value: {} })}>
          {t("resetAll")}
        </Button>
      )}
    </div>
  );
}

function listActions(commands: readonly Command[]): Command[] {
  return commands.filter(
    (command, index) =>
      command.keys.length > 0 &&
      command.sameAs === undefined &&
      commands.findIndex(({ id }) => id === command.id) === index,
  );
}

function ShortcutList({ settings }: { settings: SettingsView }) {
  const t = useTranslations("settings");
  const defaults = useDefaultCommands();
  const { shortcuts } = settings.settings;
  const bound = bindShortcuts(defaults, shortcuts);
  const actions = listActions(defaults);
  function change(changes: Record<string, string | null>) {
    settings.change((now) => {
      const entries = Object.entries({ ...now.shortcuts, ...changes });
      const value = Object.fromEntries(
        entries.filter((entry): entry is [string, string] => entry[1] !== null),
      );
      return { setting: "SHORTCUTS", value };
    });
  }
  return scopes.map((scope) => (
    <section key={scope} aria-label={t(`scopes.${scope}`)}>
      <h4 className={styles["scope"]}>{t(`scopes.${scope}`)}</h4>
      <ul>
        {actions
          .filter((action) => action.scope === scope)
          .map((action) => (
            <ShortcutRow
              key={action.id}
              action={action}
              bound={bound}
              chosen={shortcuts[findBinding(action)]}
              change={change}
            />
          ))}
      </ul>
    </section>
  ));
}
