import { NotFoundPage } from "../src/app/StatusPage.tsx";
import { IncomingBar } from "../src/features/incoming/IncomingBar.tsx";
import { OtherTabCard } from "../src/features/tabs/OtherTabCard.tsx";
import { TimelineList } from "../src/features/timeline/TimelineList.tsx";
import { Notices } from "../src/ui/Notices.tsx";
import { aCall, ago, flag } from "./a-call.ts";
import { manySeats } from "./seat-views.ts";
import type { Scene } from "./stage-scenes.tsx";
import { Stage } from "./Stage.tsx";
import { failedTimeline, readyTimeline } from "./timeline-views.ts";

function nothing() {
  return undefined;
}

function ReadyTimeline() {
  return <TimelineList view={readyTimeline} />;
}

function FailedTimeline() {
  return <TimelineList view={failedTimeline} />;
}

const missed = {
  id: "missed",
  tone: "info" as const,
  words: "While you were away: 3 new calls, Kim Ng hung up",
  code: null,
  action: null,
};

/**
 * Scenes of the parts that protect a call from being lost: seats, tabs, the bar on other pages, the
 * timeline.
 */
export const lostScenes: Scene[] = [
  { id: "console-many-seats", draw: (compact) => <Stage compact={compact} seats={manySeats} /> },
  {
    id: "console-other-tab",
    draw: (compact) => (
      <Stage compact={compact} otherTab={<OtherTabCard callers={[]} takeOver={nothing} />} />
    ),
  },
  {
    id: "console-other-tab-talks",
    draw: (compact) => (
      <Stage
        compact={compact}
        otherTab={<OtherTabCard callers={["Kim Nguyen"]} takeOver={nothing} />}
      />
    ),
  },
  {
    id: "console-missed",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <Notices label="Messages" dismissLabel="Dismiss" notices={[missed]} dismiss={nothing} />
      </>
    ),
  },
  {
    id: "console-timeline",
    draw: (compact) => <Stage compact={compact} openPanel="timeline" panelBody={ReadyTimeline} />,
  },
  {
    id: "console-timeline-failed",
    draw: (compact) => <Stage compact={compact} openPanel="timeline" panelBody={FailedTimeline} />,
  },
  {
    id: "incoming-elsewhere",
    draw: () => (
      <>
        <IncomingBar
          view={{
            type: "waiting",
            call: {
              ...aCall({
                n: 1,
                waitS: 12,
                caller: {
                  earlierCalls: 2,
                  flags: [flag("vip")],
                  warning: { kind: "banned", reason: "threats" },
                },
              }),
              rehearsal: true,
            },
            station: "2ZZ",
            others: 3,
            answer: nothing,
            lines: ["line1", "line2"],
            fed: new Set(),
            reject: nothing,
          }}
        />
        <NotFoundPage home={nothing} />
      </>
    ),
  },
  {
    id: "incoming-offer",
    draw: () => (
      <>
        <IncomingBar
          view={{
            type: "offered",
            call: aCall({ n: 1, waitS: 12 }),
            station: "3YY",
            others: 0,
            from: "Bob",
            until: ago(-14),
            toAir: false,
            take: nothing,
            decline: nothing,
          }}
        />
        <NotFoundPage home={nothing} />
      </>
    ),
  },
  {
    id: "incoming-direct",
    draw: () => (
      <>
        <IncomingBar
          view={{
            type: "direct",
            from: "client:desk",
            since: ago(3),
            line: "line2",
            accept: nothing,
            reject: nothing,
          }}
        />
        <NotFoundPage home={nothing} />
      </>
    ),
  },
];
