import { TWILIO_CODES } from "@linedesk/base";
import { statusParams } from "../../calls/live/status-callbacks.ts";
import type { StoredCall } from "../../calls/live/stored-call.ts";
import { type CallJournal, CRASH_MESSAGE } from "../../calls/registry/call-journal.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";

interface PendingCallbackDeps {
  journal: CallJournal;
  registry: CallRegistry;
  outbox: CallbackOutbox;
}

/**
 * Sends the `completed` callback that the application has not received. Resolves when the callback
 * is delivered or has failed. `isLost` is true for a call that a crash has ended.
 */
export function sendPendingCallback(
  stored: StoredCall,
  isLost: boolean,
  { journal, registry, outbox }: PendingCallbackDeps,
): Promise<void> {
  const { record, appParams, stirStatus, owed } = stored;
  // A REST request may have deleted the call since the start.
  if (owed === null || registry.find(record.sid) === null) {
    return Promise.resolve();
  }
  function clearPending() {
    if (registry.find(record.sid) !== null) {
      journal.store({ ...stored, owed: null });
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
  const code = String(TWILIO_CODES.INTERNAL_ERROR);
  return new Promise((resolve) =>
    outbox.send({
      url: owed.url,
      method: owed.method,
      params: { ...params, ...(isLost ? { ErrorCode: code, ErrorMessage: CRASH_MESSAGE } : {}) },
      orderKey: record.sid,
      onDelivered() {
        clearPending();
        resolve();
      },
      onFailed() {
        if (!outbox.isClosing) {
          clearPending();
        }
        resolve();
      },
    }),
  );
}
