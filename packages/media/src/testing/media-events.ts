import { expect } from "vitest";

import type { MediaEvent, MediaPort } from "../port/media-port.ts";

export async function eventually(check: () => boolean, what: string, timeoutMs = 10_000) {
  await expect.poll(check, { timeout: timeoutMs, interval: 20, message: what }).toBe(true);
}

export function eventsOf(media: MediaPort): MediaEvent[] {
  const events: MediaEvent[] = [];
  media.onEvent((event) => events.push(event));
  return events;
}

/** Stores each message as a fault, except the message that the mixer got no processor time. */
export function storeFault(faults: string[], message: string): void {
  if (!message.startsWith("The mixer was stopped")) {
    faults.push(message);
  }
}
