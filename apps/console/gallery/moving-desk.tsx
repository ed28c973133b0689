import { useState } from "react";

import { Button } from "../src/ui/Button.tsx";
import { Notices } from "../src/ui/Notices.tsx";
import { aLine, aLineCall, line2Idle, line2OnAir } from "./a-line.ts";
import { conferenceLines, conferenceOf } from "./conference-views.ts";
import { lineStates } from "./line-views.ts";
import { Stage } from "./Stage.tsx";
import { aStation, notices } from "./station-views.ts";

type StageProps = Parameters<typeof Stage>[0];

function nothing() {
  return undefined;
}

const interrupted = aLineCall({ state: { status: "reconnecting", since: "2026-11-20T23:42:00Z" } });

/** The states through which a desk goes in a show: joins, leaves, offers, notices and strips. */
const steps: (Omit<StageProps, "compact"> & { hasNotices?: true })[] = [
  { lines: [aLine({ call: null }), line2Idle] },
  { lines: [aLine(), line2Idle] },
  ...[2, 3, 6, 7, 20, 4].map((people): Omit<StageProps, "compact"> => ({
    lines: [conferenceOf(people), line2Idle],
  })),
  { lines: [conferenceOf(5), line2OnAir] },
  { lines: [aLine(), { ...conferenceLines["in a conference on air"], selected: false }] },
  { lines: [aLine(), line2OnAir], hasNotices: true },
  { lines: [aLine({ call: interrupted }), line2OnAir] },
  ...Object.entries(lineStates)
    .filter(([name]) => /^(offered|warned|talking|direct|locked, end)/.test(name))
    .map(([, line]): Omit<StageProps, "compact"> => ({ lines: [line, line2Idle] })),
  { above: <p style={{ height: 200 }}>Nine callers were cut off</p> },
  { connection: { status: "reconnecting", attempt: 2, since: 0 } },
  { connection: { status: "offline", since: 0 } },
  { station: aStation({ telephony: "down", open: "some" }) },
];

/** Moves the desk from one of these states to the next. */
export function MovingDesk({ compact }: { compact: boolean }) {
  const [at, setAt] = useState(0);
  const { hasNotices, ...props } = steps[at % steps.length] ?? {};
  return (
    <>
      <Stage compact={compact} {...props} />
      {hasNotices === true ? (
        <Notices label="Messages" dismissLabel="Dismiss" notices={notices} dismiss={nothing} />
      ) : null}
      <div hidden data-steps={steps.length}>
        <Button onClick={() => setAt(at + 1)}>Next state</Button>
      </div>
    </>
  );
}
