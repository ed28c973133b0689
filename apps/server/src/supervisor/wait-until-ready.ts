import { setTimeout as wait } from "node:timers/promises";

import * as z from "zod";

import { healthParts } from "@linedesk/contract";
import type { StartBudget } from "./hangs/start-budget.ts";
import { StartError } from "./start-error.ts";

const ASK_EVERY_MS = 50;
/** A server on a busy machine answers late. Each query waits for the end of the previous query. */
const ASK_TIMEOUT_MS = 30_000;

export interface ReadyWait {
  signal: AbortSignal;
  budget: StartBudget;
}

/**
 * Waits until the server can accept calls, as long as the start makes progress. Throws `StartError`
 * with the parts that are down.
 */
export async function waitUntilReady(
  internalUrl: string,
  { signal, budget }: ReadyWait,
): Promise<void> {
  let down = "the server";
  while (!signal.aborted) {
    const answer = await fetchHealth(internalUrl, signal);
    if (answer?.status === "ready") {
      return;
    }
    if (answer !== null) {
      const parts = Object.entries(answer.parts).filter(([, state]) => state === "down");
      down = parts.map(([name]) => name).join(" and ");
    }
    if (budget.checkSpent()) {
      throw new StartError(
        down === "disk"
          ? "The station is not ready: the disk of LINEDESK_DATA or of the database is full."
          : `The station is not ready after ${Math.round(budget.passedMs / 1_000)} s: ${down} does not answer.`,
      );
    }
    await wait(ASK_EVERY_MS);
  }
}

/**
 * Waits until the exchange answers at this address, as long as the start makes progress. Throws
 * `StartError`.
 */
export async function waitUntilExchangeAnswers(
  url: string,
  { signal, budget }: ReadyWait,
): Promise<void> {
  while (!signal.aborted) {
    const answer = await ask(url, signal);
    if (answer?.ok === true) {
      return;
    }
    if (budget.checkSpent()) {
      const seconds = Math.round(budget.passedMs / 1_000);
      throw new StartError(`The exchange does not answer after ${seconds} s.`);
    }
    await wait(ASK_EVERY_MS);
  }
}

type Answer = z.output<(typeof healthParts)["answer"]>;

async function fetchHealth(internalUrl: string, ending: AbortSignal): Promise<Answer | null> {
  try {
    const response = await ask(`${internalUrl}/api/health/parts`, ending);
    const parsed = z.safeParse(healthParts.answer, await response?.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // The answer was cut off.
    return null;
  }
}

async function ask(url: string, ending: AbortSignal): Promise<Response | null> {
  try {
    return await fetch(url, {
      signal: AbortSignal.any([ending, AbortSignal.timeout(ASK_TIMEOUT_MS)]),
    });
  } catch {
    // The part does not listen yet, or the station is ending.
    return null;
  }
}
