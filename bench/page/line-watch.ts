/** Runs in the page before everything else: its longest task, and how soon a line is selected. */
export interface LineWatch {
  /** What began before counts for nothing, as the page's own beginning. */
  from: number;
  longestMs: number;
  /** From each key to the frame in which the other line is the selected one. */
  answers: number[];
}

declare global {
  interface Window {
    lineWatch: LineWatch;
  }
}

const watch: LineWatch = { from: Number.POSITIVE_INFINITY, longestMs: 0, answers: [] };
window.lineWatch = watch;

new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries()) {
    if (startTime >= watch.from) {
      watch.longestMs = Math.max(watch.longestMs, duration);
    }
  }
}).observe({ type: "longtask" });

function findSelected(): Element | null {
  return document.querySelector("section[data-selected]");
}

document.addEventListener("keydown", ({ timeStamp }) => {
  if (timeStamp < watch.from) {
    return;
  }
  const before = findSelected();
  function look(): void {
    if (findSelected() === before) {
      requestAnimationFrame(look);
    } else {
      watch.answers.push(performance.now() - timeStamp);
    }
  }
  requestAnimationFrame(look);
});
