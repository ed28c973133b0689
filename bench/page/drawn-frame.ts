/** Resolves when the frame whose callbacks run now has been drawn; `null` outside of a frame. */
let frame: Promise<void> | null = null;

/** Watches the frames of this page, which `drawn` needs. */
export function watchFrames(): void {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      frame ??= endOfFrame();
      callback(time);
    });
}

/** Resolves when the latest change is drawn, by this frame or by the next one. */
export function drawn(): Promise<void> {
  return (
    frame ?? new Promise((resolve) => requestAnimationFrame(() => resolve(frame ?? undefined)))
  );
}

/** Resolves when the current frame is drawn: a task that its callbacks queue runs after that. */
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
