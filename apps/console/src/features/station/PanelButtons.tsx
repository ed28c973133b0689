import { Ellipsis, type LucideIcon } from "lucide-react";
import { memo, type ReactElement, useRef } from "react";
import { useTranslations } from "use-intl";

import { bindPanel, type PanelKeys } from "../../lib/key-binding.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { ShownShortcut } from "../../ui/keys/command.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useFirstClipped } from "../../ui/use-first-clipped.ts";
import { useMedia } from "../../ui/use-media.ts";

import styles from "./BottomBar.module.css";

export interface PanelButton {
  id: string;
  label: string;
  shortcut: PanelKeys | null;
  isOpen: boolean;
  toggle: () => void;
  icon?: LucideIcon;
  inTopBar?: true;
}

export interface PanelCount {
  id: string;
  count: number;
  label: string;
}

interface PanelButtonsProps {
  lead: ReactElement | null;
  panels: readonly PanelButton[];
  counted: PanelCount | undefined;
  /** Is true on a phone, where the bar has no room for the buttons of panels. */
  onlyMenu: boolean;
}

export const PanelButtons = memo(function PanelButtons(props: PanelButtonsProps) {
  const { panels, counted, lead, onlyMenu } = props;
  const t = useTranslations("bottom");
  const row = useRef<HTMLDivElement>(null);
  const before = lead === null ? 0 : 1;
  const clipped = useFirstClipped(row, panels.length + before) - before;
  const first = onlyMenu ? 0 : clipped;
  return (
    <>
      {onlyMenu ? null : (
        <div ref={row} className={styles["panels"]}>
          {lead}
          {panels.map((panel, index) => (
            <OnePanelButton
              key={panel.id}
              panel={panel}
              counted={counted?.id === panel.id ? counted : undefined}
              clipped={index >= first}
            />
          ))}
        </div>
      )}
      {first < panels.length ? (
        <Menu
          label={t("more")}
          align="end"
          trigger={
            <Button size="call" icon={Ellipsis}>
              {t("more")}
            </Button>
          }
          entries={panels.slice(first).map(toPanelEntry)}
        />
      ) : null}
    </>
  );
});

interface OnePanelButtonProps {
  panel: PanelButton;
  counted: PanelCount | undefined;
  clipped: boolean;
}

const OnePanelButton = memo(({ panel, counted, clipped }: OnePanelButtonProps) => (
  <Button
    size="call"
    {...countProps(counted)}
    data-clipped={clipped ? "" : undefined}
    aria-expanded={panel.isOpen}
    onClick={panel.toggle}
    {...showShortcut(panel)}
  >
    {panel.label}
  </Button>
));

function showShortcut({ id, shortcut }: Pick<PanelButton, "id" | "shortcut">): {
  shortcut?: ShownShortcut;
} {
  return shortcut === null ? {} : { shortcut: toShortcut(bindPanel(id, shortcut)) };
}

const MOST_COUNTED = 99;

/** Puts the count on the button's corner, so that the buttons beside it do not move. */
function countProps(counted: PanelCount | undefined) {
  if (counted === undefined || counted.count === 0) {
    return {};
  }
  const { count, label } = counted;
  const shown = count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
  return { "aria-label": label, "data-count": shown, className: styles["counted"] ?? "" };
}

export function toPanelEntry({ id, label, shortcut, isOpen, toggle }: PanelButton): MenuEntry {
  return isOpen
    ? { type: "choice", key: id, label, checked: true, run: toggle }
    : {
        type: "item",
        key: id,
        label,
        run: toggle,
        ...showShortcut({ id, shortcut }),
      };
}

export function TopPanels({ panels }: { panels: readonly PanelButton[] }) {
  const wide = useMedia("(width >= 1100px)");
  const roomy = useMedia("(width >= 760px)");
  if (!roomy) {
    return null;
  }
  return panels
    .filter(({ inTopBar }) => inTopBar === true)
    .map(({ id, label, icon, shortcut, isOpen, toggle }) => (
      <Button
        key={id}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={toggle}
        {...(icon === undefined ? {} : { icon })}
        {...(wide ? showShortcut({ id, shortcut }) : {})}
      >
        {wide ? label : undefined}
      </Button>
    ));
}
