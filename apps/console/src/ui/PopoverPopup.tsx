import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactNode } from "react";

import type { MenuAnchor } from "./menu-entry.ts";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./PopoverPopup.module.css";

interface PopoverPopupProps {
  open: boolean;
  close: (at: EventTarget | null) => void;
  anchor: MenuAnchor | null;
  /**
   * The element that gets the focus when the popover closes; with `null`, the one that had it
   * before.
   */
  opener: HTMLElement | null;
  title: string;
  children: ReactNode;
}

export function PopoverPopup({ open, close, anchor, opener, title, children }: PopoverPopupProps) {
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        if (!next) {
          close(event.target);
        }
      }}
    >
      <BasePopover.Portal container={useOverlayRoot()}>
        <BasePopover.Positioner
          className={styles["positioner"]}
          sideOffset={4}
          // Details open to the left of their word, because the End button is below it.
          side={opener === null ? "bottom" : "left"}
          align="start"
          anchor={anchor}
        >
          <BasePopover.Popup
            className={styles["popup"]}
            data-covers={opener === null ? "" : undefined}
            {...(opener === null ? {} : { finalFocus: () => opener })}
          >
            <BasePopover.Title>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
