import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { CallLogEntry } from "../live/call-log.ts";
import type { KeptCall } from "../live/kept-call.ts";
import { statusParams } from "../live/status-callbacks.ts";
import { CRASHED, type CallLedger } from "./call-ledger.ts";
import type { CallRegistry } from "./call-registry.ts";
import type { NotificationBook } from "./notification-book.ts";

/** Twilio's "internal error": the nearest of its codes to an exchange that is gone. */
const CRASH_CODE = 20500;

interface Parts {
  ledger: CallLedger;
  registry: CallRegistry;
  outbox: CallbackOutbox;
  notifications: NotificationBook;
}

/**
 * Brings back the calls of before. What it answers is for when this exchange has all its ports: it
 * writes down how calls ended and tells the applications of the ends that they do not know.
 */
export function restoreCalls(parts: Parts): () => void {
  const { ledger, registry, notifications } = parts;
  const { calls, crashed } = ledger.recover();
  for (const kept of calls) {
    const isCrashed = crashed.has(kept.record.sid);
    registry.restore(kept.record, isCrashed ? [crashEntry(kept)] : []);
    if (isCrashed) {
      notifications.add(kept.record.sid, crashEntry(kept), null);
    }
  }
  return () => {
    for (const kept of calls) {
      const isCrashed = crashed.has(kept.record.sid);
      // Somebody may have deleted the call meanwhile.
      if (registry.find(kept.record.sid) === null) {
        continue;
      }
      if (isCrashed) {
        ledger.put(kept);
      }
      if (kept.owed !== null) {
        sendOwed(kept, kept.owed, { isCrashed, ...parts });
      }
    }
  };
}

function crashEntry({ record }: KeptCall): CallLogEntry {
  const at = record.endedAt ?? record.updatedAt;
  return { at, type: "error", name: "crash", errorCode: CRASH_CODE, message: CRASHED };
}

function sendOwed(
  kept: KeptCall,
  owed: NonNullable<KeptCall["owed"]>,
  { isCrashed, ledger, registry, outbox }: Parts & { isCrashed: boolean },
): void {
  const { record, appParams, stirStatus } = kept;
  function settle() {
    if (registry.find(record.sid) !== null) {
      ledger.put({ ...kept, owed: null });
    }
  }
  const subject = {
    sid: record.sid,
    origin: { ...record, appParams, stirStatus },
    state: { status: record.status },
    record: () => record,
  };
  const at = record.endedAt ?? record.updatedAt;
  const params = statusParams(subject, { event: "completed", at, sequence: owed.sequence });
  outbox.send({
    url: owed.url,
    method: owed.method,
    params: {
      ...params,
      ...(isCrashed ? { ErrorCode: String(CRASH_CODE), ErrorMessage: CRASHED } : {}),
    },
    orderKey: record.sid,
    onDelivered: settle,
    onFailed: () => {
      if (!outbox.isClosing) {
        settle();
      }
    },
  });
}
