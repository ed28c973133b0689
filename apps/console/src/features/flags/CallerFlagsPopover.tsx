import type { MenuAnchor } from "../../ui/Menu.tsx";
import { FlagPopover } from "./FlagPopover.tsx";
import { useCallerFlags } from "./use-caller-flags.ts";

interface CallerFlagsPopoverProps {
  /** Whose flags are open; null is nobody's. */
  opened: { call: string; anchor: MenuAnchor | null } | null;
  close: () => void;
}

export function CallerFlagsPopover({ opened, close }: CallerFlagsPopoverProps) {
  const view = useCallerFlags(opened?.call ?? null);
  return <FlagPopover view={view} anchor={opened?.anchor ?? null} close={close} />;
}
