/**
 * Runs in the page before all other code, and measures the time from a press to the first change.
 */
export interface ResponseWatch {
  /** The milliseconds from each press to the frame with its first change. */
  answers: number[];
  /** Is true when the page has responded to the last press. */
  isIdle: boolean;
  /** The longest event of each interaction, as the browser counts it. */
  interactions: Map<number, number>;
}

declare global {
  interface Window {
    responses: ResponseWatch;
  }
}

const watch: ResponseWatch = { answers: [], isIdle: true, interactions: new Map() };
window.responses = watch;

/** Calls `then` after the next frame is drawn: a task that a frame's callbacks queue runs then. */
function afterPaint(then: () => void): void {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.addEventListener("message", () => {
      channel.port1.close();
      then();
    });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}

function waitForChange(pressedAt: number): void {
  watch.isIdle = false;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    afterPaint(() => {
      watch.answers.push(performance.now() - pressedAt);
      watch.isIdle = true;
    });
  });
  observer.observe(document.documentElement, {
    childList: true,
    attributes: true,
    characterData: true,
    subtree: true,
  });
}

document.addEventListener(
  "keydown",
  (event) => {
    if (watch.isIdle) {
      waitForChange(event.timeStamp);
    }
  },
  true,
);

interface InteractionTiming extends PerformanceEntry {
  interactionId: number;
}

new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as InteractionTiming[]) {
    if (entry.interactionId !== 0) {
      const longest = watch.interactions.get(entry.interactionId) ?? 0;
      watch.interactions.set(entry.interactionId, Math.max(longest, entry.duration));
    }
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
