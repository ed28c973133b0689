import { type Clock, sleep, StoppedError } from "@linedesk/base";
import type { Callee } from "./ring-first.ts";

/** The Dial does not wait longer than this for a client to read its invite. */
const INVITE_READ_TIMEOUT_MS = 1_000;
/** A program that accepts calls by itself answers within this time; a person does not. */
const ANSWER_GRACE_MS = 500;

/**
 * Resolves when the caller of a Dial may be answered: when a client has answered, when none is
 * left, or at the end of the grace time after every client has read its invite. The voice SDK opens
 * the caller's call within milliseconds of the answer. If one page has both ends of the call, it
 * then already has the incoming call and its streams.
 */
export async function waitForClients(
  callees: readonly Callee[],
  settled: Promise<unknown>,
  clock: Clock,
): Promise<void> {
  const invites = callees.flatMap(({ call }) => call.leg?.invited ?? []);
  if (invites.length === 0) {
    return;
  }
  const over = new AbortController();
  async function waitForGrace(): Promise<void> {
    await Promise.race([Promise.all(invites), sleep(clock, INVITE_READ_TIMEOUT_MS, over.signal)]);
    await sleep(clock, ANSWER_GRACE_MS, over.signal);
  }
  await Promise.race([settled, waitForGrace()]);
  over.abort(new StoppedError("over"));
}
