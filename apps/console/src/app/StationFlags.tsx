import { lazy, Suspense, useCallback, useEffect, useState } from "react";

import { withWords } from "../ui/LazyWords.tsx";
import type { MenuAnchor } from "../ui/Menu.tsx";
import { useOnceOpen } from "../ui/use-once-open.ts";
import type { OpenFlags } from "./use-shown-caller.ts";

async function loadFlags() {
  const words = await import("../features/flags/flag-messages.ts");
  const loaded = await import("../features/flags/CallerFlagsPopover.tsx");
  return { default: withWords(loaded.CallerFlagsPopover, { flags: words.flagMessages }) };
}

const CallerFlagsPopover = lazy(loadFlags);

export interface OpenedFlags {
  call: string;
  anchor: MenuAnchor | null;
  only?: "ban" | undefined;
}

export function useOpenedFlags(): [OpenedFlags | null, OpenFlags, () => void] {
  const [opened, setOpened] = useState<OpenedFlags | null>(null);
  const open = useCallback<OpenFlags>(
    (call, anchor, only) => setOpened({ call, anchor, only }),
    [],
  );
  const close = useCallback(() => setOpened(null), []);
  return [opened, open, close];
}

export function StationFlags({ opened, close }: { opened: OpenedFlags | null; close: () => void }) {
  const isWanted = useOnceOpen(opened !== null);
  useEffect(() => {
    // If the load fails, it is tried again when the popover opens, which then reports the error.
    loadFlags().catch(() => undefined);
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <CallerFlagsPopover opened={opened} close={close} />
    </Suspense>
  ) : null;
}
