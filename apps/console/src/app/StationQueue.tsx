import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { selectActiveLine } from "../client/store/select-calls.ts";
import { selectTakeable } from "../client/store/select-takeable.ts";
import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { QueueAnnouncer } from "../features/queue/QueueAnnouncer.tsx";
import { QueuePanel } from "../features/queue/QueuePanel.tsx";
import { useQueueOrder } from "../features/queue/use-queue-order.ts";
import { useQueue } from "../features/queue/use-queue.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import type { StationView } from "../features/station/use-station.ts";
import { withWords } from "../ui/LazyWords.tsx";
import { AboveQueue } from "./AboveQueue.tsx";
import { useKeyTarget } from "./use-key-target.ts";
import { type OpenFlags, type ShownCaller, useShownId } from "./use-shown-caller.ts";

const StationCutOffs = lazy(async () => {
  const loaded = await import("./StationCutOffs.tsx");
  return { default: loaded.StationCutOffs };
});

interface StationQueueProps {
  station: StationView;
  shown: ShownCaller;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  openFlags: OpenFlags;
  /** The strips above the queue, which open and close only while the rows may move. */
  above?: ReactNode;
}

const AirHint = lazy(async () => {
  const words = await import("../features/lines/air-messages.ts");
  const loaded = await import("../features/lines/AirHint.tsx");
  return { default: withWords(loaded.AirHint, { air: words.airMessages }) };
});

const airHint = (
  <Suspense fallback={null}>
    <AirHint />
  </Suspense>
);

export const StationQueue = memo((props: StationQueueProps) => {
  const { station, shown, filter, setFilter, openFlags } = props;
  const [showsHidden, showHidden] = useState(false);
  const queue = useQueue(showsHidden);
  const order = useQueueOrder({ isShown: showsHidden, show: showHidden, openFlags });
  const { settings } = useSettings();
  const line = useRootState(selectActiveLine);
  const firstId = useRootState((state) => selectTakeable(state).call?.id ?? null);
  const openedId = useShownId();
  const keyTarget = useKeyTarget();
  const hasCutOffs = useRootState((state) => state.calls.cutOffsAt > 0);
  const { open, follow } = shown;
  const { drawing } = useConsole().store;
  const answered = useCallback(
    (id: string, byFocus: boolean) => {
      // The focus moves together with the delayed drawing; an earlier move would force a layout in
      // the click handler.
      drawing.drawLater(() => follow(id, byFocus ? "field" : "panel"));
    },
    [drawing, follow],
  );
  const noteScroll = useCallback((isFast: boolean) => drawing.noteScroll(isFast), [drawing]);
  const [isStill, setStill] = useState(false);
  return (
    <>
      <AboveQueue isStill={isStill}>
        {props.above}
        {hasCutOffs ? (
          <Suspense fallback={null}>
            <StationCutOffs part="list" />
          </Suspense>
        ) : null}
      </AboveQueue>
      <QueuePanel
        queue={queue}
        filter={filter}
        setFilter={setFilter}
        compact={settings.view}
        linesOpen={station.open !== false}
        hint={airHint}
        selectedLine={line}
        openedId={openedId}
        firstId={firstId}
        keyTarget={keyTarget}
        open={open}
        rowRequest={shown.rowRequest}
        onAnswered={answered}
        onScroll={noteScroll}
        onStill={setStill}
        order={order}
      />
      <QueueAnnouncer
        station={station.station.name}
        linesOpen={station.open !== false}
        queue={queue}
        filter={filter}
        callers={settings.heard.callers}
      />
    </>
  );
});
