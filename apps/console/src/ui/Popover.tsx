import type { ReactElement, ReactNode } from "react";

import type { MenuAnchor } from "./menu-entry.ts";
import { useOpener } from "./use-opener.ts";
import { usePopups } from "./use-popups.ts";

interface PopoverContent {
  title: string;
  children: ReactNode;
}

/**
 * A small form that a list or a command opens beside its subject. It takes the focus and the keys.
 */
interface AnchoredPopoverProps extends PopoverContent {
  open: boolean;
  onClose: () => void;
  anchor: MenuAnchor | null;
}

/** Details about a word. The word itself opens them, and the keys of the console still work. */
interface TriggeredPopoverProps extends PopoverContent {
  trigger: ReactElement;
}

type PopoverProps = AnchoredPopoverProps | TriggeredPopoverProps;

export function Popover(props: PopoverProps) {
  return "trigger" in props ? <TriggeredPopover {...props} /> : <AnchoredPopover {...props} />;
}

function TriggeredPopover({ trigger, title, children }: TriggeredPopoverProps) {
  const opener = useOpener({ trigger, popup: "dialog" });
  const popups = usePopups(opener.open);
  return (
    <>
      {opener.button}
      {popups === null ? null : (
        <popups.PopoverPopup
          title={title}
          open={opener.open}
          close={opener.close}
          anchor={opener.element}
          opener={opener.element}
        >
          {children}
        </popups.PopoverPopup>
      )}
    </>
  );
}

function AnchoredPopover({ open, onClose, anchor, title, children }: AnchoredPopoverProps) {
  const popups = usePopups(open);
  return popups === null ? null : (
    <popups.PopoverPopup title={title} open={open} close={onClose} anchor={anchor} opener={null}>
      {children}
    </popups.PopoverPopup>
  );
}
