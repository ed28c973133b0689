import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

import type { MenuAnchor } from "./Menu.tsx";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./Popover.module.css";

interface PopoverContent {
  title: string;
  children: ReactNode;
}

/** A small form that a list or a command opens beside what it is about. */
interface AnchoredPopoverProps extends PopoverContent {
  open: boolean;
  onClose: () => void;
  anchor: MenuAnchor | null;
}

/** Details of a word on the screen, which opens them; the keys of the console go on working. */
interface TriggeredPopoverProps extends PopoverContent {
  trigger: ReactElement;
}

type PopoverProps = AnchoredPopoverProps | TriggeredPopoverProps;

/** Something small beside what it is about. Esc closes it and gives the focus back [KY6]. */
export function Popover(props: PopoverProps) {
  if ("trigger" in props) {
    return (
      <BasePopover.Root>
        <BasePopover.Trigger render={props.trigger} />
        <PopoverBody {...props} align="end" />
      </BasePopover.Root>
    );
  }
  const { open, onClose } = props;
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) {
          onClose();
        }
      }}
    >
      <PopoverBody {...props} align="start" covers />
    </BasePopover.Root>
  );
}

interface PopoverBodyProps extends PopoverContent {
  anchor?: MenuAnchor | null;
  align: "start" | "end";
  /** It takes the keys while it is open. */
  covers?: boolean;
}

function PopoverBody({ anchor, align, covers = false, title, children }: PopoverBodyProps) {
  return (
    <BasePopover.Portal container={useOverlayRoot()}>
      <BasePopover.Positioner
        className={styles["positioner"]}
        sideOffset={4}
        align={align}
        {...(anchor === undefined ? {} : { anchor })}
      >
        <BasePopover.Popup className={styles["popup"]} data-covers={covers ? "" : undefined}>
          <BasePopover.Title className={styles["title"]}>{title}</BasePopover.Title>
          {children}
        </BasePopover.Popup>
      </BasePopover.Positioner>
    </BasePopover.Portal>
  );
}
