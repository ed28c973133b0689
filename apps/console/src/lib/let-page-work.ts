/** Between two parts of a long work: what the page has to do meanwhile is done first. */
export function letPageWork(): Promise<void> {
  return new Promise((resolve) => {
    // A timer of zero is a second in a tab that is not in front.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
