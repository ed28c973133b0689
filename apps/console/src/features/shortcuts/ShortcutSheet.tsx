import { useTranslations } from "use-intl";

import { COMMAND_GROUPS, type CommandGroup } from "../../lib/key-binding.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { KeyCap } from "../../ui/KeyCap.tsx";
import type { Command } from "../../ui/keys/command.ts";
import { useCommandList } from "../../ui/keys/KeyboardProvider.tsx";
import { HELP_COMMAND } from "./help-command.ts";

import styles from "./ShortcutSheet.module.css";

/** Lists the keys that work now, directly from the registry of commands. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const app = useTranslations("app");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      closeLabel={app("close")}
      wide
      readOnly
    >
      <Groups />
      <ManualButton close={onClose} />
    </Dialog>
  );
}

/** Lists the commands in a separate component, because they change with every call. */
function Groups() {
  const all = useCommandList();
  const shared = new Set(all.map(({ sameAs }) => sameAs));
  const commands = all.filter(({ id, keyLabel }) => keyLabel !== "" && !shared.has(id));
  return (
    <div className={styles["groups"]}>
      {COMMAND_GROUPS.map((group) => (
        <Group key={group} group={group} commands={once(commands, group)} />
      ))}
    </div>
  );
}

/** Opens the manual, which explains what the keys do. */
function ManualButton({ close }: { close: () => void }) {
  const help = useCommandList().find(({ id }) => id === HELP_COMMAND);
  return help === undefined ? null : (
    <Button
      onClick={() => {
        close();
        help.run();
      }}
    >
      {help.label}
    </Button>
  );
}

function once(commands: readonly Command[], group: CommandGroup): Command[] {
  const ofGroup = commands.filter((command) => command.group === group);
  return ofGroup
    .filter(({ label }, index) => ofGroup.findIndex((other) => other.label === label) === index)
    .map((command) => {
      const same = ofGroup.filter(({ label }) => label === command.label);
      const labels = new Set(same.map(({ keyLabel }) => keyLabel));
      return { ...command, keyLabel: [...labels].join(" or ") };
    });
}

function Group({ group, commands }: { group: CommandGroup; commands: Command[] }) {
  const t = useTranslations("shortcuts");
  if (commands.length === 0) {
    return null;
  }
  return (
    <section aria-label={t(`groups.${group}`)}>
      <h3 className={styles["title"]}>{t(`groups.${group}`)}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className={styles["line"]}>
            <dt>{command.label}</dt>
            <dd>
              <KeyCap label={command.keyLabel} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
