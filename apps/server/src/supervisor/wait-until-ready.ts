import { setTimeout as wait } from "node:timers/promises";

import * as z from "zod";

import { healthReady } from "@linedesk/contract";
import { StartError } from "./start-error.ts";

const READY_TIMEOUT_MS = 60_000;
const ASK_EVERY_MS = 50;
const ASK_TIMEOUT_MS = 3_000;

/** Waits until the server says that calls can be taken. Throws `StartError` naming what is down. */
export async function waitUntilReady(internalUrl: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS;
  let down = "the server";
  while (!signal.aborted) {
    const answer = await fetchHealth(internalUrl);
    if (answer?.status === "ready") {
      return;
    }
    if (answer !== null) {
      const parts = Object.entries(answer.parts).filter(([, state]) => state === "down");
      down = parts.map(([name]) => name).join(" and ");
    }
    if (performance.now() > until) {
      throw new StartError(
        down === "disk"
          ? "The station is not ready: the disk of LINEDESK_DATA or of the database is full."
          : `The station is not ready after 60 s: ${down} does not answer.`,
      );
    }
    await wait(ASK_EVERY_MS);
  }
}

type Answer = z.output<(typeof healthReady)["answer"]>;

async function fetchHealth(internalUrl: string): Promise<Answer | null> {
  try {
    const response = await fetch(`${internalUrl}/api/health/ready`, {
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    const parsed = z.safeParse(healthReady.answer, await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // It does not listen yet.
    return null;
  }
}
