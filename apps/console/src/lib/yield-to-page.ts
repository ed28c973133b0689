/** Lets the page do its pending work between two parts of a long task. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    // A message is used, because in a background tab even a timer of 0 ms takes a second.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
