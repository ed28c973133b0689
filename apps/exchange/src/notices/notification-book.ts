import type { CallLogEntry } from "../calls/call-log.ts";
import { newSid } from "../core/sid.ts";
import type { WebhookExchange } from "./webhook-trail.ts";

const LIMIT = 1_000;

/** An error or a warning of a call, for whoever writes the application. */
export interface Notification {
  sid: string;
  callSid: string;
  level: "error" | "warning";
  errorCode: number;
  message: string;
  at: Date;
  /** The request that went wrong, where it was one. */
  exchange: WebhookExchange | null;
}

export interface NotificationFilter {
  callSid?: string;
  level?: Notification["level"];
  after?: Date;
  before?: Date;
}

/** The last 1,000 of them; a restart forgets them. */
export class NotificationBook {
  readonly #all = new Map<string, Notification>();

  add(callSid: string, entry: CallLogEntry, exchange: WebhookExchange | null): void {
    const { type, name, errorCode, message = name, at } = entry;
    if (errorCode === undefined) return;
    const sid = newSid("NO");
    const level = isWarning(entry) ? "warning" : "error";
    const isOfRequest = type === "webhook.failed";
    const about = { sid, callSid, level, errorCode, message, at } as const;
    this.#all.set(sid, { ...about, exchange: isOfRequest ? exchange : null });
    const oldest = this.#all.keys().next().value;
    if (this.#all.size > LIMIT && oldest !== undefined) this.#all.delete(oldest);
  }

  find(sid: string): Notification | null {
    return this.#all.get(sid) ?? null;
  }

  /** Newest first. */
  list(filter: NotificationFilter = {}): Notification[] {
    return [...this.#all.values()].filter((each) => isWanted(each, filter)).reverse();
  }
}

/** The call goes on as it would have; only the application did not learn of something. */
function isWarning({ type, name, errorCode }: CallLogEntry): boolean {
  return errorCode === 12200 || (type === "webhook.failed" && name !== "document");
}

function isWanted(notification: Notification, filter: NotificationFilter): boolean {
  const { callSid, level, at } = notification;
  return (
    (filter.callSid === undefined || callSid === filter.callSid) &&
    (filter.level === undefined || level === filter.level) &&
    (!filter.after || at >= filter.after) &&
    (!filter.before || at <= filter.before)
  );
}
