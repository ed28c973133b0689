/** Lets the page do its pending work between two parts of a long task. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    // A timer of zero takes a second in a background tab.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
