import {
  lazy,
  memo,
  startTransition,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";

import type { CallerCard } from "../client/caller-card.ts";
import { useConsole, usePermission, usePermissionAt } from "../client/ConsoleProvider.tsx";
import { CallerPanel } from "../features/caller/CallerPanel.tsx";
import { useCaller } from "../features/caller/use-caller.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import {
  type ShownCaller,
  useFocusOnName,
  usePanelActions,
  useShownId,
} from "./use-shown-caller.ts";

const CallerAgain = lazy(async () => ({
  default: (await import("../features/caller/CallerAgain.tsx")).CallerAgain,
}));

interface StationCallerProps {
  shown: ShownCaller;
  showCard: (card: CallerCard) => void;
  openDial: () => void;
}

export const StationCaller = memo(({ shown, showCard, openDial }: StationCallerProps) => {
  const wanted = useShownId();
  const id = useDrawnId(wanted, shown.focusRequest);
  const view = useCaller(id);
  const nameField = useFocusOnName(id, shown.focusRequest);
  const panelActions = usePanelActions(id, shown.openFlags);
  const { desk, station: shared } = useConsole();
  const { dialler } = desk;
  const { contacts } = shared;
  // The open station dials, even when the caller belongs to another station.
  const mayDial = usePermission("dial");
  const maySave = usePermissionAt(view?.call.station ?? null, "screen");
  const { autoMoveOnVerify: verifyLeaves } = useSettings().settings;
  const call = view?.call.id ?? null;
  const display = view?.call.caller.numberDisplay ?? null;
  const number = view?.call.caller.number ?? null;
  const station = view?.call.station ?? "";
  const caller = view?.call.caller.id ?? null;
  const actions = useMemo(
    () => ({
      ...panelActions,
      verifyLeaves,
      dial:
        mayDial && number !== null && display !== null
          ? () => {
              dialler.type(display, number);
              openDial();
            }
          : null,
      saveContact:
        maySave && number !== null && call !== null
          ? () => void contacts.edits.saveCaller(call)
          : null,
      openCard: caller === null ? null : () => showCard({ station, caller }),
    }),
    [
      panelActions,
      verifyLeaves,
      mayDial,
      maySave,
      display,
      number,
      call,
      station,
      caller,
      dialler,
      contacts,
      openDial,
      showCard,
    ],
  );
  const again =
    view === null || view.over === null ? null : (
      <Suspense fallback={null}>
        <CallerAgain over={view.call} />
      </Suspense>
    );
  return <CallerPanel {...{ view, nameField, actions, again }} />;
});

function useDrawnId(wanted: string | null, request: ShownCaller["focusRequest"]): string | null {
  const [drawn, draw] = useState(wanted);
  const written = useSyncExternalStore(request.follow, request.read);
  if (written !== null && written === wanted && drawn !== wanted) {
    draw(wanted);
  }
  useEffect(() => {
    if (drawn !== wanted) {
      startTransition(() => draw(wanted));
    }
  }, [drawn, wanted]);
  return drawn;
}
