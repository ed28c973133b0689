import { Ellipsis, type LucideIcon } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { CommandScope } from "../../ui/keys/command.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useFirstClipped } from "../../ui/use-first-clipped.ts";

import styles from "./BottomBar.module.css";

export interface PanelButton {
  id: string;
  label: string;
  shortcut: { keys: string[]; keyLabel: string; scope?: CommandScope } | null;
  isOpen: boolean;
  toggle: () => void;
  icon?: LucideIcon;
  /** Its button stands in the bar at the top. */
  inTopBar?: true;
}

interface PanelButtonsProps {
  /** A button that stands before them and has room at every width. */
  lead: ReactElement;
  panels: readonly PanelButton[];
}

/** The buttons of the panels in one line; those without room stand in a menu beside it [SH40]. */
export function PanelButtons({ panels, lead }: PanelButtonsProps) {
  const t = useTranslations("bottom");
  const row = useRef<HTMLDivElement>(null);
  const first = useFirstClipped(row, panels.length + 1) - 1;
  return (
    <>
      <div ref={row} className={styles["panels"]}>
        {lead}
        {panels.map((panel, index) => (
          <Button
            key={panel.id}
            size="call"
            className={index < first ? undefined : styles["clipped"]}
            aria-expanded={panel.isOpen}
            onClick={panel.toggle}
            {...(panel.shortcut === null ? {} : { keys: panel.shortcut.keyLabel })}
          >
            {panel.label}
          </Button>
        ))}
      </div>
      {first < panels.length ? (
        <Menu
          label={t("more")}
          align="end"
          trigger={
            <Button size="call" icon={Ellipsis}>
              {t("more")}
            </Button>
          }
          entries={panels.slice(first).map(toEntry)}
        />
      ) : null}
    </>
  );
}

function toEntry({ id, label, shortcut, isOpen, toggle }: PanelButton): MenuEntry {
  return isOpen
    ? { type: "choice", key: id, label, checked: true, run: toggle }
    : {
        type: "item",
        key: id,
        label,
        run: toggle,
        ...(shortcut === null ? {} : { keys: shortcut.keyLabel }),
      };
}
