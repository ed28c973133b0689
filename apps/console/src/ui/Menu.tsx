import type { ReactElement, ReactNode } from "react";

import type { MenuAnchor, MenuEntry } from "./menu-entry.ts";
import { useOpener } from "./use-opener.ts";
import { usePopups } from "./use-popups.ts";

export type { MenuAnchor, MenuEntry } from "./menu-entry.ts";

interface MenuProps {
  /** The button that opens the menu; omitted when a list opens one menu for all its rows. */
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

export function Menu({ trigger, open, onOpenChange, anchor, ...rest }: MenuProps) {
  const opener = useOpener({ trigger, open, onOpenChange, popup: "menu" });
  const popups = usePopups(opener.open);
  return (
    <>
      {opener.button}
      {popups === null ? null : (
        <popups.MenuPopup
          {...rest}
          open={opener.open}
          close={opener.close}
          anchor={anchor ?? opener.element}
          opener={opener.element}
        />
      )}
    </>
  );
}
