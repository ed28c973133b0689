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
  /** 1-based. */
  position: number;
  waitS: number;
}

export interface QueueApi {
  /** Throws RefusedError when the name is taken or a value out of bounds. */
  create(request: { friendlyName: string; maxSize?: number }): QueueRecord;
  find(sid: string): QueueRecord | null;
  list(): QueueRecord[];
  /** First in, first out. Throws RefusedError 20404 when there is no such queue. */
  members(sid: string): QueueMemberRecord[];
  member(sid: string, callSidOrFront: string): QueueMemberRecord | null;
  /**
   * The member's call runs the document at the url; answers the member as they were. Throws
   * RefusedError: 20404, or 21205 of a url that may not be asked.
   */
  dequeue(
    sid: string,
    callSidOrFront: string,
    to: { url: string; method: HttpMethod },
  ): QueueMemberRecord;
}
