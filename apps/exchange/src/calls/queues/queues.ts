import { type Clock, notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { QueueApi } from "./queue-api.ts";
import { Queue, type StoredQueue } from "./queue.ts";

const QUEUE_LIMIT = 1_000;
const DEFAULT_SIZE = 1_000;

export interface QueuesOptions {
  accountSid: string;
  clock: Clock;
  stored: StoredQueue[];
  assertAllowed: (url: string) => void;
  onChange: (queues: StoredQueue[]) => void;
}

export class Queues {
  readonly api: QueueApi;
  readonly #queues = new Map<string, Queue>();
  readonly #accountSid: string;
  readonly #clock: Clock;
  readonly #mustBeAllowed: (url: string) => void;
  readonly #onChange: (queues: StoredQueue[]) => void;

  constructor(options: QueuesOptions) {
    this.#accountSid = options.accountSid;
    this.#clock = options.clock;
    this.#mustBeAllowed = options.assertAllowed;
    this.#onChange = options.onChange;
    for (const stored of options.stored) {
      this.#add({ ...stored, stored });
    }
    this.api = this.#createApi();
  }

  #byName(friendlyName: string): Queue | null {
    return [...this.#queues.values()].find((each) => each.friendlyName === friendlyName) ?? null;
  }

  /**
   * Creates the queue on demand, as `<Enqueue>` needs; returns `null` at the maximum number of
   * queues.
   */
  findOrCreate(friendlyName: string, maxSize = DEFAULT_SIZE): Queue | null {
    const known = this.#byName(friendlyName);
    if (known) {
      return known;
    }
    return this.#queues.size < QUEUE_LIMIT ? this.#create(friendlyName, maxSize) : null;
  }

  #create(friendlyName: string, maxSize: number): Queue {
    if (this.#queues.size >= QUEUE_LIMIT) {
      throw new RefusedError(TWILIO_CODES.TOO_MANY_REQUESTS, "Too many queues", 429);
    }
    const queue = this.#add({ friendlyName, maxSize });
    this.#emitChange();
    return queue;
  }

  #add(settings: { friendlyName: string; maxSize: number; stored?: StoredQueue }): Queue {
    const queue = new Queue({ ...settings, clock: this.#clock });
    this.#queues.set(queue.sid, queue);
    return queue;
  }

  #emitChange(): void {
    this.#onChange([...this.#queues.values()].map((queue) => queue.toStored()));
  }

  #get(sid: string): Queue {
    const queue = this.#queues.get(sid);
    if (!queue) {
      throw notFound("The queue");
    }
    return queue;
  }

  #remove(sid: string): boolean {
    const queue = this.#queues.get(sid);
    if (queue === undefined) {
      return false;
    }
    if (queue.members().length > 0) {
      throw new RefusedError(TWILIO_CODES.QUEUE_NOT_EMPTY, "The queue is not empty");
    }
    this.#queues.delete(sid);
    this.#emitChange();
    return true;
  }

  #createApi(): QueueApi {
    const record = (queue: Queue) => queue.record(this.#accountSid);
    return {
      create: ({ friendlyName, maxSize = DEFAULT_SIZE }) => {
        if (this.#byName(friendlyName)) {
          throw new RefusedError(TWILIO_CODES.QUEUE_NAME_TAKEN, "The queue already exists");
        }
        return record(this.#create(friendlyName, maxSize));
      },
      find: (sid) => {
        const queue = this.#queues.get(sid);
        return queue ? record(queue) : null;
      },
      list: () => [...this.#queues.values()].reverse().map(record),
      remove: (sid) => this.#remove(sid),
      members: (sid) => this.#get(sid).members(),
      member: (sid, callSid) => {
        const queue = this.#get(sid);
        const member = queue.find(callSid);
        return member ? queue.memberRecord(member) : null;
      },
      dequeue: (sid, callSid, { url, method }) => {
        const queue = this.#get(sid);
        const member = queue.find(callSid);
        if (!member) {
          throw notFound("The queue member");
        }
        // A waiting caller must not leave the queue for a URL that is not allowed.
        this.#mustBeAllowed(url);
        const before = queue.memberRecord(member);
        queue.remove(member);
        member.dequeue({ url, method, params: {} });
        return before;
      },
    };
  }
}
