import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactNode } from "react";

import type { MenuAnchor } from "./Menu.tsx";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./Popover.module.css";

interface PopoverProps {
  open: boolean;
  onClose: () => void;
  anchor: MenuAnchor | null;
  title: string;
  children: ReactNode;
}

/** A small form beside what it is about. Esc closes it and gives the focus back [KY6]. */
export function Popover({ open, onClose, anchor, title, children }: PopoverProps) {
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) {
          onClose();
        }
      }}
    >
      <BasePopover.Portal container={useOverlayRoot()}>
        <BasePopover.Positioner
          className={styles["positioner"]}
          sideOffset={4}
          align="start"
          anchor={anchor}
        >
          <BasePopover.Popup className={styles["popup"]} data-covers="">
            <BasePopover.Title className={styles["title"]}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
