import { type Clock, newSid } from "@linedesk/base";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { QueueMemberRecord, QueueRecord } from "./queue-api.ts";

export interface QueueMember {
  call: LiveCall;
  enqueuedAt: Date;
  /** The time of the join, on the monotonic clock. */
  sinceMs: number;
  dequeue: (request: WebhookRequest) => void;
}

export interface StoredQueue {
  sid: string;
  friendlyName: string;
  maxSize: number;
  createdAt: Date;
  updatedAt: Date;
}

export class Queue {
  readonly sid: string;
  readonly createdAt: Date;
  readonly friendlyName: string;
  readonly maxSize: number;
  readonly #members: QueueMember[] = [];
  readonly #clock: Clock;
  #updatedAt: Date;

  constructor(options: {
    friendlyName: string;
    maxSize: number;
    clock: Clock;
    stored?: StoredQueue;
  }) {
    const { stored, clock } = options;
    this.sid = stored?.sid ?? newSid("QU");
    this.friendlyName = options.friendlyName;
    this.maxSize = options.maxSize;
    this.#clock = clock;
    this.createdAt = stored?.createdAt ?? new Date(clock.now());
    this.#updatedAt = stored?.updatedAt ?? this.createdAt;
  }

  toStored(): StoredQueue {
    const { sid, friendlyName, maxSize, createdAt } = this;
    return { sid, friendlyName, maxSize, createdAt, updatedAt: this.#updatedAt };
  }

  get size(): number {
    return this.#members.length;
  }

  /** Returns true at the limit of the queue, or at the limit that the joining call sets. */
  isFull(broughtMax = this.maxSize): boolean {
    return this.#members.length >= Math.min(this.maxSize, broughtMax);
  }

  add(joining: Pick<QueueMember, "call" | "dequeue">): QueueMember {
    const sinceMs = this.#clock.elapsedMs();
    const member: QueueMember = { ...joining, sinceMs, enqueuedAt: new Date(this.#clock.now()) };
    this.#members.push(member);
    this.#markUpdated();
    return member;
  }

  remove(member: QueueMember): void {
    const index = this.#members.indexOf(member);
    if (index < 0) {
      return;
    }
    this.#members.splice(index, 1);
    this.#markUpdated();
  }

  find(callSidOrFront: string): QueueMember | null {
    const member =
      callSidOrFront === "Front"
        ? this.#members[0]
        : this.#members.find(({ call }) => call.sid === callSidOrFront);
    return member ?? null;
  }

  #markUpdated(): void {
    this.#updatedAt = new Date(this.#clock.now());
  }

  waitS(member: QueueMember): number {
    return Math.floor((this.#clock.elapsedMs() - member.sinceMs) / 1000);
  }

  params(member: QueueMember): WebhookParams {
    return {
      QueueSid: this.sid,
      QueuePosition: String(this.#members.indexOf(member) + 1),
      QueueTime: String(this.waitS(member)),
      AvgQueueTime: String(this.#averageWaitS()),
      CurrentQueueSize: String(this.size),
      MaxQueueSize: String(this.maxSize),
    };
  }

  members(): QueueMemberRecord[] {
    return this.#members.map((member) => this.memberRecord(member));
  }

  memberRecord(member: QueueMember): QueueMemberRecord {
    return {
      callSid: member.call.sid,
      queueSid: this.sid,
      enqueuedAt: member.enqueuedAt,
      position: this.#members.indexOf(member) + 1,
      waitS: this.waitS(member),
    };
  }

  record(accountSid: string): QueueRecord {
    return {
      sid: this.sid,
      accountSid,
      friendlyName: this.friendlyName,
      currentSize: this.size,
      maxSize: this.maxSize,
      averageWaitS: this.#averageWaitS(),
      createdAt: this.createdAt,
      updatedAt: this.#updatedAt,
    };
  }

  #averageWaitS(): number {
    if (this.size === 0) {
      return 0;
    }
    const total = this.#members.reduce((sum, member) => sum + this.waitS(member), 0);
    return Math.round(total / this.size);
  }
}
