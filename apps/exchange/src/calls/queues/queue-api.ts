import type { HttpMethod } from "@linedesk/base";

export interface QueueRecord {
  sid: string;
  accountSid: string;
  friendlyName: string;
  currentSize: number;
  maxSize: number;
  averageWaitS: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface QueueMemberRecord {
  callSid: string;
  queueSid: string;
  enqueuedAt: Date;
  /** The position counts from 1. */
  position: number;
  waitS: number;
}

export interface QueueApi {
  /** Throws RefusedError when the name is taken or a value is out of bounds. */
  create(request: { friendlyName: string; maxSize?: number }): QueueRecord;
  find(sid: string): QueueRecord | null;
  list(): QueueRecord[];
  /** Returns false for an unknown queue. Throws RefusedError 22001 when callers wait in it. */
  remove(sid: string): boolean;
  /**
   * Lists members in the order in which they joined. Throws RefusedError 20404 when no such queue
   * exists.
   */
  members(sid: string): QueueMemberRecord[];
  member(sid: string, callSidOrFront: string): QueueMemberRecord | null;
  /**
   * The member's call runs the document at the url. Returns the state that the member had before.
   * Throws RefusedError: 20404, or 21205 for a url that is not allowed.
   */
  dequeue(
    sid: string,
    callSidOrFront: string,
    to: { url: string; method: HttpMethod },
  ): QueueMemberRecord;
}
