import type { FastifyInstance, FastifyRequest } from "fastify";

import { systemClock } from "@linedesk/base";
import type { ExchangeDirectory } from "../../../control/exchange-control.ts";
import { CODES, errorBody } from "./error-body.ts";

const NOT_WRITTEN = "The change could not be written to the disk: a restart would lose it";
/** A request waits at most this long for the disk, so that a slow disk does not delay calls. */
const WRITE_TIMEOUT_MS = 1_000;
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * A confirmed change must survive a crash. The answer to a change therefore waits for the disk, and
 * is 500 with 20500 when the write fails.
 */
export function awaitPersisted(api: FastifyInstance, changes: ExchangeDirectory["changes"]): void {
  const before = new WeakMap<FastifyRequest, number>();
  api.addHook("preHandler", async (request) => {
    if (!READING.has(request.method)) {
      before.set(request, changes.revision);
    }
  });
  api.addHook("onSend", async (request, reply, payload) => {
    const isChanged = (before.get(request) ?? changes.revision) !== changes.revision;
    if (!isChanged || (await changes.persisted())) {
      return payload;
    }
    void reply.code(500).type("application/json; charset=utf-8");
    return JSON.stringify(errorBody(CODES.internal, NOT_WRITTEN, 500));
  });
}

/**
 * Waits until the change is on the disk, so that it survives a crash, but not longer than
 * WRITE_TIMEOUT_MS.
 */
export async function confirmPersisted(written: Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const cancel = systemClock.after(WRITE_TIMEOUT_MS, resolve);
    written.then(resolve, reject).finally(cancel);
  });
}
