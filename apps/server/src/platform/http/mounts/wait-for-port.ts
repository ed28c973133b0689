import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const PROBE_MS = 100;

/**
 * Waits until a TCP port accepts connections.
 *
 * @param within the longest time to wait, in milliseconds
 * @returns `false` when no connection was possible within this time
 */
export async function waitForPort(
  at: { host: string; port: number },
  within: number,
): Promise<boolean> {
  const endsAt = performance.now() + within;
  while (performance.now() < endsAt) {
    await wait(PROBE_MS, undefined, { ref: false });
    if (await accepts(at)) {
      return true;
    }
  }
  return false;
}

function accepts(at: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...at, timeout: PROBE_MS * 5 });
    function end(isOpen: boolean): void {
      socket.destroy();
      resolve(isOpen);
    }
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}
