import { useCallback, useState } from "react";

import { FlagPopover } from "../features/flags/FlagPopover.tsx";
import { useCallerFlags } from "../features/flags/use-caller-flags.ts";
import type { MenuAnchor } from "../ui/Menu.tsx";
import type { OpenFlags } from "./use-shown-caller.ts";

export interface OpenedFlags {
  call: string;
  anchor: MenuAnchor | null;
}

/** Whose flags are open: one popover for the rows and the caller's panel. */
export function useOpenedFlags(): [OpenedFlags | null, OpenFlags, () => void] {
  const [opened, setOpened] = useState<OpenedFlags | null>(null);
  const open = useCallback<OpenFlags>((call, anchor) => setOpened({ call, anchor }), []);
  const close = useCallback(() => setOpened(null), []);
  return [opened, open, close];
}

export function StationFlags({ opened, close }: { opened: OpenedFlags | null; close: () => void }) {
  const view = useCallerFlags(opened?.call ?? null);
  return <FlagPopover view={view} anchor={opened?.anchor ?? null} close={close} />;
}
