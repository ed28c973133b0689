import { useCallback, useState } from "react";

import { FlagPopover } from "../features/flags/FlagPopover.tsx";
import { useCallerFlags } from "../features/flags/use-caller-flags.ts";
import type { MenuAnchor } from "../ui/Menu.tsx";
import type { OpenFlags } from "./use-shown-caller.ts";

export interface AskedFlags {
  call: string;
  anchor: MenuAnchor | null;
}

/** Whose flags are open: one popover for the rows and the caller's panel. */
export function useAskedFlags(): [AskedFlags | null, OpenFlags, () => void] {
  const [asked, setAsked] = useState<AskedFlags | null>(null);
  const open = useCallback<OpenFlags>((call, anchor) => setAsked({ call, anchor }), []);
  const close = useCallback(() => setAsked(null), []);
  return [asked, open, close];
}

export function StationFlags({ asked, close }: { asked: AskedFlags | null; close: () => void }) {
  const view = useCallerFlags(asked?.call ?? null);
  return <FlagPopover view={view} anchor={asked?.anchor ?? null} close={close} />;
}
