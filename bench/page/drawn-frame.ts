/** The frame whose callbacks run now, as when it has been drawn; null between frames. */
let frame: Promise<void> | null = null;

/** Watches the frames of this page, which are what `drawn` asks for. */
export function watchFrames(): void {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      frame ??= endOfFrame();
      callback(time);
    });
}

/** When what has just changed is drawn: with this frame, else with the next one. */
export function drawn(): Promise<void> {
  return (
    frame ?? new Promise((resolve) => requestAnimationFrame(() => resolve(frame ?? undefined)))
  );
}

/** A task queued within a frame's callbacks runs when that frame has been drawn. */
function endOfFrame(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener("message", () => {
      channel.port1.close();
      frame = null;
      resolve();
    });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}
