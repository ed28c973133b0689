import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

import { ShortcutCap } from "./KeyCap.tsx";
import type { MenuAnchor, MenuEntry } from "./menu-entry.ts";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./MenuPopup.module.css";

/** The menu of a list's row is as high as its entries, even if it then covers the row. */
const OVER_ROW = { collisionAvoidance: { side: "shift" } } as const;

interface MenuPopupProps {
  open: boolean;
  close: (at: EventTarget | null) => void;
  anchor: MenuAnchor | null;
  /**
   * The element that gets the focus when the menu closes; with `null`, the one that had it before.
   */
  opener: HTMLElement | null;
  align?: "start" | "end";
  label: string;
  entries: MenuEntry[];
  header?: ReactNode;
  onNavigate?: (href: string) => void;
}

export function MenuPopup(props: MenuPopupProps) {
  return (
    <BaseMenu.Root
      open={props.open}
      onOpenChange={(open, { event }) => {
        if (!open) {
          props.close(event.target);
        }
      }}
    >
      <BaseMenu.Portal container={useOverlayRoot()}>
        <BaseMenu.Positioner
          className={styles["positioner"]}
          sideOffset={4}
          align={props.align ?? "start"}
          anchor={props.anchor}
          {...(props.opener === null ? OVER_ROW : {})}
        >
          <BaseMenu.Popup
            className={styles["popup"]}
            aria-label={props.label}
            data-covers=""
            tabIndex={0}
            {...(props.opener === null ? {} : { finalFocus: () => props.opener })}
          >
            {props.header}
            {props.entries.map((entry) => (
              <Entry key={entry.key} entry={entry} follow={props.onNavigate} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface EntryProps {
  entry: MenuEntry;
  follow: ((href: string) => void) | undefined;
}

function Entry({ entry, follow }: EntryProps) {
  switch (entry.type) {
    case "line":
      return <BaseMenu.Separator className={styles["line"]} />;
    case "heading":
      return (
        <div className={styles["heading"]} role="presentation">
          {entry.label}
        </div>
      );
    case "choice":
      return (
        <BaseMenu.CheckboxItem
          className={styles["item"]}
          checked={entry.checked}
          onCheckedChange={entry.run}
          closeOnClick
        >
          <span className={styles["label"]}>{entry.label}</span>
          {entry.checked ? <Check size={15} aria-hidden="true" /> : null}
        </BaseMenu.CheckboxItem>
      );
    case "link":
      return (
        <BaseMenu.Item
          className={styles["item"]}
          aria-current={entry.current ? "page" : undefined}
          onClick={() => follow?.(entry.href)}
        >
          <span className={styles["label"]}>{entry.label}</span>
          {entry.detail === undefined ? null : (
            <span className={styles["detail"]}>{entry.detail}</span>
          )}
          {entry.current ? <Check size={15} aria-hidden="true" /> : null}
        </BaseMenu.Item>
      );
    case "item":
      return (
        <BaseMenu.Item
          className={styles["item"]}
          data-danger={entry.danger === true || undefined}
          onClick={entry.run}
        >
          <span className={styles["label"]}>{entry.label}</span>
          {entry.shortcut === undefined ? null : <ShortcutCap shortcut={entry.shortcut} />}
        </BaseMenu.Item>
      );
  }
}
