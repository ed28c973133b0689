import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./Popover.module.css";

interface PopoverProps {
  label: string;
  trigger: ReactElement;
  children: ReactNode;
}

/** Details of a word on the screen, beside it, for as long as somebody reads them. */
export function Popover({ label, trigger, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal container={useOverlayRoot()}>
        <BasePopover.Positioner className={styles["positioner"]} sideOffset={6} align="end">
          <BasePopover.Popup className={styles["popup"]}>
            <BasePopover.Title className={styles["title"]}>{label}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
