import { TimelineList } from "./TimelineList.tsx";
import { useTimeline } from "./use-timeline.ts";

export function TimelinePanel() {
  return <TimelineList view={useTimeline()} />;
}
