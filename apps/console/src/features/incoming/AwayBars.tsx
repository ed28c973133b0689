import { withWords } from "../../ui/LazyWords.tsx";
import { incomingMessages } from "./incoming-messages.ts";
import { IncomingBar } from "./IncomingBar.tsx";
import { OwnCalls, type OwnCallsProps } from "./OwnCalls.tsx";
import { useIncoming } from "./use-incoming.ts";

function Bars({ toDesk }: OwnCallsProps) {
  const view = useIncoming(toDesk);
  return (
    <>
      <OwnCalls toDesk={toDesk} />
      <IncomingBar view={view} />
    </>
  );
}

/** The bars of a page without the desk: the person's own calls, and the next incoming one. */
export const AwayBars = withWords(Bars, { incoming: incomingMessages });
