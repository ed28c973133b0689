import { type Clock, newSid } from "@linedesk/base";
import type { ConferenceEndReason, ConferenceRecord, ConferenceStatus } from "./conference-api.ts";

export class ConferenceLifecycle {
  readonly sid = newSid("CF");
  readonly #friendlyName: string;
  readonly #accountSid: string;
  readonly #clock: Clock;
  readonly #createdAt: Date;
  #status: ConferenceStatus = "init";
  #updatedAt: Date;
  #end: { reason: ConferenceEndReason; callSid: string | null } | null = null;

  constructor(friendlyName: string, around: { accountSid: string; clock: Clock }) {
    this.#friendlyName = friendlyName;
    this.#accountSid = around.accountSid;
    this.#clock = around.clock;
    this.#createdAt = this.#updatedAt = new Date(around.clock.now());
  }

  get status(): ConferenceStatus {
    return this.#status;
  }

  start(): void {
    this.#status = "in-progress";
  }

  end(reason: ConferenceEndReason, callSid: string | null): void {
    this.#status = "completed";
    this.#end = { reason, callSid };
  }

  markUpdated(): void {
    this.#updatedAt = new Date(this.#clock.now());
  }

  record(): ConferenceRecord {
    return {
      sid: this.sid,
      accountSid: this.#accountSid,
      friendlyName: this.#friendlyName,
      status: this.#status,
      region: "au1",
      createdAt: this.#createdAt,
      updatedAt: this.#updatedAt,
      reasonEnded: this.#end?.reason ?? null,
      callSidEnding: this.#end?.callSid ?? null,
    };
  }
}
