import { lazy, memo, Suspense, useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { useConnection, useTurnedAway } from "../features/connection/choose-strip.ts";
import { ConnectionStrip } from "../features/connection/ConnectionStrip.tsx";
import { useDialLimits } from "../features/dial/use-dial-limits.ts";
import { useSheetCommand } from "../features/shortcuts/use-sheet-command.ts";
import { OwnActionAnnouncer } from "../features/station/OwnActionAnnouncer.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import { useUndoable, useUndoCommand } from "../features/undo/use-undoable.ts";
import { LiveRegion } from "../ui/LiveRegion.tsx";
import { Notices } from "../ui/Notices.tsx";
import { useOnceOpen } from "../ui/use-once-open.ts";
import { PanelBoundary } from "./PanelHost.tsx";

const LimitAnnouncer = lazy(async () => ({
  default: (await import("../features/dial/LimitAnnouncer.tsx")).LimitAnnouncer,
}));

const HeldLimits = lazy(async () => ({
  default: (await import("../features/dial/LimitAnnouncer.tsx")).HeldLimits,
}));

/** Loads after the first paint, before anything can be undone. */
const UndoToasts = lazy(async () => ({
  default: (await import("../features/undo/UndoToasts.tsx")).UndoToasts,
}));

const ShortcutSheet = lazy(async () => {
  const loaded = await import("../features/shortcuts/ShortcutSheet.tsx");
  return { default: loaded.ShortcutSheet };
});

function Shortcuts(props: { open: boolean; onClose: () => void }) {
  return useOnceOpen(props.open) ? (
    <Suspense fallback={null}>
      <ShortcutSheet {...props} />
    </Suspense>
  ) : null;
}

interface OpenedSheet {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

export function useShortcutSheet(): OpenedSheet {
  const [isOpen, setOpen] = useState(false);
  const ways = useMemo(() => ({ open: () => setOpen(true), close: () => setOpen(false) }), []);
  useSheetCommand(ways.open);
  return { isOpen, ...ways };
}

export function StationOverlays({ sheet }: { sheet: OpenedSheet }) {
  return (
    <>
      <PanelBoundary>
        <StationNotices />
      </PanelBoundary>
      <PanelBoundary>
        <Shortcuts open={sheet.isOpen} onClose={sheet.close} />
      </PanelBoundary>
    </>
  );
}

export const StationStrip = memo(({ telephony }: { telephony: "up" | "down" }) => {
  const exchangesAway = useRootState((state) => state.calls.exchangesAway);
  return (
    <ConnectionStrip
      connection={useConnection()}
      telephony={telephony}
      exchangesAway={exchangesAway}
      turnedAway={useTurnedAway()}
    />
  );
});

const StationNotices = memo(() => {
  const t = useTranslations("app");
  const { notices, dismiss, urgent } = useDesk();
  const leaving = useUndoable();
  const limits = useDialLimits();
  useUndoCommand();
  return (
    <>
      <LiveRegion urgent words={urgent ?? ""} />
      <OwnActionAnnouncer />
      {limits.onLines.length + limits.held.length === 0 ? null : (
        <Suspense>
          <LimitAnnouncer limits={limits} />
        </Suspense>
      )}
      <Notices label={t("notices")} dismissLabel={t("dismiss")} notices={notices} dismiss={dismiss}>
        {limits.held.length === 0 ? null : (
          <Suspense>
            <HeldLimits limits={limits.held} />
          </Suspense>
        )}
        <Suspense>
          <UndoToasts leaving={leaving} />
        </Suspense>
      </Notices>
    </>
  );
});
