import type { ReactNode } from "react";

import { LimitAnnouncer, HeldLimits } from "../src/features/dial/LimitAnnouncer.tsx";
import { AirButtons } from "../src/features/lines/AirBar.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import type { AirBarView } from "../src/features/lines/use-air-bar.ts";
import { UndoToasts } from "../src/features/undo/UndoToasts.tsx";
import type { UndoView } from "../src/features/undo/use-undoable.ts";
import { Notices } from "../src/ui/Notices.tsx";
import { ago } from "./a-call.ts";
import { aDevice, aLine, aLineCall, line2Idle, line2OnAir } from "./a-line.ts";
import { conferenceLines } from "./conference-views.ts";
import { hardRows, manyRows } from "./hard-rows.ts";
import { leavingRows, leaving, leavingMany } from "./leaving-views.ts";
import { lineStates } from "./line-views.ts";
import { MovingDesk } from "./moving-desk.tsx";
import { movingQueues } from "./moving-queue.tsx";
import { aQueue, aQueueOrder, orderedRows, sampleRows } from "./queue-views.ts";
import { Stage } from "./Stage.tsx";
import { aStation, aTakeNext, longNext, nobodyNext, notices } from "./station-views.ts";

function nothing() {
  return undefined;
}

export interface Scene {
  id: string;
  draw: (compact: boolean) => ReactNode;
}

const offeredLine2: LineView = {
  ...line2Idle,
  offer: lineStates["offered to me"]?.offer ?? null,
};

function UndoNotices({ views }: { views: UndoView[] }) {
  return (
    <Notices label="Messages" dismissLabel="Dismiss" notices={[]} dismiss={nothing}>
      <UndoToasts leaving={views} />
    </Notices>
  );
}

const heldEnding = {
  onLines: [{ id: "1", name: "Kim Nguyen", endsAt: ago(-22), extend: null }],
  held: [
    { id: "2", name: "Joan Mercer", endsAt: ago(-95), extend: nothing },
    { id: "3", name: "Alex Kimura", endsAt: ago(-600), extend: nothing },
  ],
};
const lostQueue = aQueue(sampleRows, { stale: true });
const taggedRows = sampleRows.map((row, index) => ({
  ...row,
  station:
    index % 3 === 1
      ? { callSign: "3YY", hue: 1, colour: "#a006d1" }
      : { callSign: "2ZZ", hue: 0, colour: null },
}));
const idleLines: [ReturnType<typeof aLine>, ReturnType<typeof aLine>] = [
  aLine({ call: null }),
  line2Idle,
];

const dumpView: AirBarView = {
  dump: {
    isOn: true,
    toggle: nothing,
    ends: line2OnAir.call?.call ?? null,
    next: aTakeNext().call,
    isPending: false,
    run: nothing,
  },
  guard: { status: "idle", press: nothing, release: nothing, leave: nothing },
  drop: nothing,
};

/** The whole console at several moments of a day. */
export const stages: Scene[] = [
  { id: "console", draw: (compact) => <Stage compact={compact} /> },
  {
    id: "console-two-stations",
    draw: (compact) => <Stage compact={compact} queue={aQueue(taggedRows)} />,
  },
  {
    id: "console-hard",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={aQueue(hardRows)}
        lines={[
          aLine({
            device: aDevice({ kind: "audio_server", label: "Studio B in the old building" }),
          }),
          aLine({ line: "line2", number: 2, selected: false, call: aLineCall({ muted: true }) }),
        ]}
      />
    ),
  },
  { id: "console-many", draw: (compact) => <Stage compact={compact} queue={aQueue(manyRows)} /> },
  {
    id: "console-empty",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={idleLines}
        queue={aQueue([])}
        caller={null}
        takeNext={nobodyNext}
        station={aStation({ waiting: 0, longestWaitSince: null })}
      />
    ),
  },
  {
    id: "console-to-air",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={[
          aLine({ selected: false, call: aLineCall({ besides: null }) }),
          { ...line2Idle, selected: true, free: "toAir" },
        ]}
        takeNext={aTakeNext({ toAir: true })}
      />
    ),
  },
  ...movingQueues,
  { id: "moving-desk", draw: (compact) => <MovingDesk compact={compact} /> },
  {
    id: "console-conference",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={[aLine(), { ...conferenceLines["in a conference on air"], selected: false }]}
      />
    ),
  },
  {
    id: "console-private",
    draw: (compact) => (
      <Stage compact={compact} lines={[aLine({ call: null, free: "private" }), line2OnAir]} />
    ),
  },
  {
    id: "console-dump",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={[aLine({ call: null, free: "private" }), line2OnAir]}
        air={<AirButtons view={dumpView} />}
      />
    ),
  },
  {
    id: "console-closed",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={idleLines}
        queue={aQueue([])}
        caller={null}
        takeNext={nobodyNext}
        station={aStation({ waiting: 0, longestWaitSince: null, open: false, setOpen: null })}
      />
    ),
  },
  {
    id: "console-read-only",
    draw: (compact) => <Stage compact={compact} station={aStation({ setOpen: null })} />,
  },
  {
    id: "console-long-next",
    draw: (compact) => <Stage compact={compact} takeNext={longNext} />,
  },
  {
    id: "console-no-single-keys",
    draw: (compact) => <Stage compact={compact} singleKeys={false} />,
  },
  {
    id: "console-filtered",
    draw: (compact) => <Stage compact={compact} filter={{ tab: "hold", find: "nobody" }} />,
  },
  {
    id: "console-hidden",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={aQueue(orderedRows)}
        order={aQueueOrder(
          { count: 2 },
          orderedRows.slice(5, 7).map(({ call }) => call.id),
        )}
        takeNext={aTakeNext({ skipped: 2 })}
      />
    ),
  },
  {
    id: "console-all-hidden",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={aQueue([])}
        order={aQueueOrder({ count: 1, isShown: true })}
        takeNext={aTakeNext({ call: null, take: null, because: "all_hidden", skipped: 1 })}
      />
    ),
  },
  {
    id: "console-for-screener",
    draw: (compact) => (
      <Stage
        compact={compact}
        takeNext={aTakeNext({ call: null, take: null, because: "for_screener" })}
      />
    ),
  },
  {
    id: "console-lost",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={lostQueue}
        connection={{ status: "reconnecting", attempt: 2, since: Date.now() - 12_000 }}
        lines={[
          aLine({
            call: aLineCall({ state: { status: "reconnecting", since: "2026-11-20T23:42:00Z" } }),
          }),
          aLine({
            line: "line2",
            number: 2,
            selected: false,
            call: null,
            device: aDevice({ status: "unregistered", register: nothing }),
          }),
        ]}
      />
    ),
  },
  {
    id: "console-offline",
    draw: (compact) => (
      <Stage compact={compact} connection={{ status: "offline", since: 0 }} queue={lostQueue} />
    ),
  },
  {
    id: "console-show",
    draw: (compact) => (
      <>
        <Stage
          compact={compact}
          lines={[{ ...line2OnAir, line: "line1", number: 1, selected: true }, offeredLine2]}
          queue={aQueue([...sampleRows, ...leavingRows])}
        />
        <UndoNotices views={leaving} />
      </>
    ),
  },
  {
    id: "console-bulk-rejected",
    draw: (compact) => (
      <>
        <Stage compact={compact} queue={aQueue([...sampleRows, ...leavingRows])} />
        <UndoNotices views={leavingMany} />
      </>
    ),
  },
  {
    id: "console-one-call",
    draw: (compact) => <Stage compact={compact} lines={[aLine(), line2Idle]} />,
  },
  {
    id: "console-line-2-call",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={[
          aLine({ call: null, selected: false }),
          aLine({ line: "line2", number: 2, selected: true }),
        ]}
      />
    ),
  },
  {
    id: "console-held-ending",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <LimitAnnouncer limits={heldEnding} />
        <Notices label="Messages" dismissLabel="Dismiss" notices={[]} dismiss={nothing}>
          <HeldLimits limits={heldEnding.held} />
        </Notices>
      </>
    ),
  },
  {
    id: "console-notices",
    draw: (compact) => (
      <>
        <Stage compact={compact} station={aStation({ telephony: "down", open: "some" })} />
        <Notices label="Messages" dismissLabel="Dismiss" notices={notices} dismiss={nothing} />
      </>
    ),
  },
];
