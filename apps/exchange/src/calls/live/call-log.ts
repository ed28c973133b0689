/** What happened in a call, for people who look into it. Numbers and names stay out. */
export interface CallLogEntry {
  at: Date;
  type:
    | "call.state"
    | "verb.started"
    | "verb.ended"
    | "webhook.sent"
    | "webhook.failed"
    | "error"
    | "media";
  /** Such as the verb's name, the callback's event, the media event. */
  name: string;
  errorCode?: number;
  message?: string;
}

const ENTRY_LIMIT = 200;

export class CallLog {
  #entries: CallLogEntry[] = [];

  add(entry: CallLogEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > ENTRY_LIMIT) {
      this.#entries.shift();
    }
  }

  list(): CallLogEntry[] {
    return [...this.#entries];
  }
}
