import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { KeyCap } from "./KeyCap.tsx";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./Menu.module.css";

export type MenuEntry =
  | { type: "item"; key: string; label: string; keys?: string; danger?: boolean; run: () => void }
  | { type: "choice"; key: string; label: string; checked: boolean; run: () => void }
  | { type: "link"; key: string; label: string; detail?: string; href: string; current: boolean }
  | { type: "heading"; key: string; label: string }
  | { type: "line"; key: string };

/** Where a menu opens: at an element, or at a point of the page. */
export type MenuAnchor = Element | { getBoundingClientRect: () => DOMRect };

interface MenuProps {
  /** The button that opens it; left out when a list opens one menu for all its rows. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  anchor?: MenuAnchor | null;
  align?: "start" | "end";
  label: string;
  entries: MenuEntry[];
  header?: ReactNode;
  onNavigate?: (href: string) => void;
}

export function Menu(props: MenuProps) {
  return (
    <BaseMenu.Root
      {...(props.open === undefined ? {} : { open: props.open })}
      {...(props.onOpenChange === undefined ? {} : { onOpenChange: props.onOpenChange })}
    >
      {props.trigger === undefined ? null : <BaseMenu.Trigger render={props.trigger} />}
      <BaseMenu.Portal container={useOverlayRoot()}>
        <BaseMenu.Positioner
          className={styles["positioner"]}
          sideOffset={4}
          align={props.align ?? "start"}
          {...(props.anchor === undefined ? {} : { anchor: props.anchor })}
        >
          <BaseMenu.Popup className={styles["popup"]} aria-label={props.label} data-covers="">
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
          {entry.keys === undefined ? null : <KeyCap keys={entry.keys} />}
        </BaseMenu.Item>
      );
  }
}
