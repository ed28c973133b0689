import { TWILIO_CODES } from "@linedesk/base";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { Dialer } from "../legs/leg.ts";
import type { CallError } from "../live/call-error.ts";
import { statusParams } from "../live/status-callbacks.ts";
import type { StoredCall } from "../live/stored-call.ts";
import { CRASH_MESSAGE, type CallJournal } from "./call-journal.ts";
import type { CallRegistry } from "./call-registry.ts";
import type { NotificationRepository } from "./notification-repository.ts";

/** The code "internal error" is the closest of Twilio's codes to a crashed exchange. */
const CRASH_CODE = TWILIO_CODES.INTERNAL_ERROR;

interface RestoreCallsDeps {
  ledger: CallJournal;
  registry: CallRegistry;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  dialers: Pick<Required<Dialer>, "endOrphan">;
}

/**
 * Restores the calls of the previous exchange. The returned function runs when this exchange has
 * opened all its ports. It ends the calls at the far ends, stores their outcome, and sends the
 * callbacks that the applications have not received.
 */
export function restoreCalls(parts: RestoreCallsDeps): () => void {
  const { ledger, registry, notifications, dialers } = parts;
  const { calls, crashed } = ledger.load();
  for (const stored of calls) {
    registry.restore(stored.record);
    if (crashed.has(stored.record.sid)) {
      notifications.add(stored.record.sid, crashEntry(stored), null);
    }
  }
  return () => {
    for (const stored of calls) {
      const orphan = crashed.get(stored.record.sid) ?? null;
      if (orphan !== null) {
        dialers.endOrphan(orphan, stored.record.trunkSid);
      }
    }
    for (const stored of calls) {
      const isCrashed = crashed.has(stored.record.sid);
      // A REST request may have deleted the call since the load.
      if (registry.find(stored.record.sid) === null) {
        continue;
      }
      if (isCrashed) {
        ledger.store(stored);
      }
      if (stored.owed !== null) {
        sendPendingCallback(stored, stored.owed, { isCrashed, ...parts });
      }
    }
  };
}

function crashEntry({ record }: StoredCall): CallError {
  const at = record.endedAt ?? record.updatedAt;
  return { at, name: "crash", errorCode: CRASH_CODE, message: CRASH_MESSAGE };
}

function sendPendingCallback(
  stored: StoredCall,
  owed: NonNullable<StoredCall["owed"]>,
  { isCrashed, ledger, registry, outbox }: RestoreCallsDeps & { isCrashed: boolean },
): void {
  const { record, appParams, stirStatus } = stored;
  function clearOwed() {
    if (registry.find(record.sid) !== null) {
      ledger.store({ ...stored, owed: null });
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
      ...(isCrashed ? { ErrorCode: String(CRASH_CODE), ErrorMessage: CRASH_MESSAGE } : {}),
    },
    orderKey: record.sid,
    onDelivered: clearOwed,
    onFailed: () => {
      if (!outbox.isClosing) {
        clearOwed();
      }
    },
  });
}
