import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which systems give connections their ports, so that none takes it meanwhile. */
const FIRST = 10_000;
const LAST = 19_999;
const MOST_TRIES = 100;

/** A TCP port that is free now, for a part that must know its port before it starts. */
export async function findFreePort(host = "127.0.0.1"): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port, host)) {
      return port;
    }
  }
  throw new Error(`No TCP port from ${FIRST} to ${LAST} is free on ${host}.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
