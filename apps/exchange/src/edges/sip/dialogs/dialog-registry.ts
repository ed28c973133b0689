import type { LegId } from "@linedesk/media";
import type { Incoming, ServerTransaction, SipRequest } from "@linedesk/sip";
import type { Dialog } from "./dialog.ts";

export interface ActiveDialog {
  readonly dialog: Dialog;
  readonly leg: LegId;
  handleRequest(transaction: ServerTransaction): void;
  handleAck(ack: Incoming<SipRequest>): void;
  /** Sends the BYE of a hung-up call now, without further waits. */
  sendByeNow(): void;
}

export class DialogRegistry {
  readonly #sessions = new Map<string, ActiveDialog>();

  get size(): number {
    return this.#sessions.size;
  }

  add(session: ActiveDialog): void {
    this.#sessions.set(buildKey(session.dialog), session);
  }

  delete(session: ActiveDialog): void {
    this.#sessions.delete(buildKey(session.dialog));
  }

  sendByeNow(): void {
    for (const session of this.#sessions.values()) {
      session.sendByeNow();
    }
  }

  find(callId: string, localTag: string, remoteTag: string): ActiveDialog | null {
    return this.#sessions.get(buildKey({ callId, localTag, remoteTag })) ?? null;
  }
}

/**
 * If our INVITE forks, it makes several dialogs with one Call-ID and one local tag, so the key
 * contains the remote tag too.
 */
function buildKey(dialog: Pick<Dialog, "callId" | "localTag" | "remoteTag">): string {
  return `${dialog.callId} ${dialog.localTag} ${dialog.remoteTag}`;
}
