import { withWords } from "../../ui/LazyWords.tsx";
import type { IncomingView } from "./create-incoming-call.ts";
import { incomingMessages } from "./incoming-messages.ts";
import { IncomingBar } from "./IncomingBar.tsx";
import { OwnCalls } from "./OwnCalls.tsx";

interface AwayBarsProps {
  view: IncomingView | null;
  /** Opens the desk of a station. */
  toDesk: (callSign: string) => void;
}

function Bars({ view, toDesk }: AwayBarsProps) {
  return (
    <>
      <OwnCalls toDesk={toDesk} />
      <IncomingBar view={view} />
    </>
  );
}

/** The bars of a page without the desk: the person's own calls, and the next incoming one. */
export const AwayBars = withWords(Bars, { incoming: incomingMessages });
