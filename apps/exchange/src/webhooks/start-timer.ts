/**
 * Calls `onTime` after `ms`, unless what arrived by then stops the timer first. On a busy machine a
 * timer runs late and before the data that has arrived meanwhile, so the event loop reads this data
 * first. Returns a function that stops the timer.
 */
export function startTimer(ms: number, onTime: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The first turn reads what has arrived, and the second one what this sent.
    immediate = setImmediate(() => {
      immediate = setImmediate(onTime);
    });
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
