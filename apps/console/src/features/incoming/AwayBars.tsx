import { withWords } from "../../ui/LazyWords.tsx";
import type { IncomingView } from "./create-incoming-call.ts";
import { incomingMessages } from "./incoming-messages.ts";
import { IncomingBar } from "./IncomingBar.tsx";
import { OwnCalls, type OwnCallsProps } from "./OwnCalls.tsx";

interface AwayBarsProps extends OwnCallsProps {
  view: IncomingView | null;
}

function Bars({ view, toDesk, drop }: AwayBarsProps) {
  return (
    <>
      <OwnCalls toDesk={toDesk} drop={drop} />
      <IncomingBar view={view} />
    </>
  );
}

/** The bars of a page without the desk: the person's own calls, and the next incoming one. */
export const AwayBars = withWords(Bars, { incoming: incomingMessages });
