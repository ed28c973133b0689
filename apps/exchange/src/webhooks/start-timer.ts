/**
 * Calls `onTime` after `ms`. On a busy machine a timer runs late, and before the data that has
 * arrived meanwhile. The event loop therefore reads this data first, which may stop the timer.
 * Returns a function that stops the timer.
 */
export function startTimer(ms: number, onTime: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The first turn of the event loop reads the data, and the second one handles its messages.
    immediate = setImmediate(() => {
      immediate = setImmediate(onTime);
    });
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
