import { setTimeout as wait } from "node:timers/promises";
import { healthReady } from "@linedesk/contract";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const readyTimeoutMs = 60_000;
const askEveryMs = 50;
const askTimeoutMs = 3_000;

/** Waits until the server says that calls can be taken. Throws `StartError` naming what is down. */
export const waitUntilReady = async (internalUrl: string, signal: AbortSignal): Promise<void> => {
  const until = Date.now() + readyTimeoutMs;
  let down = "the server";
  while (!signal.aborted) {
    const answer = await ask(internalUrl);
    if (answer?.status === "ready") return;
    if (answer !== null) {
      const parts = Object.entries(answer.parts).filter(([, state]) => state === "down");
      down = parts.map(([name]) => name).join(" and ");
    }
    if (Date.now() > until) {
      throw new StartError(`The station is not ready after 60 s: ${down} does not answer.`);
    }
    await wait(askEveryMs);
  }
};

type Answer = z.output<(typeof healthReady)["answer"]>;

const ask = async (internalUrl: string): Promise<Answer | null> => {
  try {
    const response = await fetch(`${internalUrl}/api/health/ready`, {
      signal: AbortSignal.timeout(askTimeoutMs),
    });
    const parsed = z.safeParse(healthReady.answer, await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // It does not listen yet.
    return null;
  }
};
