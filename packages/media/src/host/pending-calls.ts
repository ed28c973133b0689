import { MediaError } from "../media-error.ts";
import type { MediaPort } from "../port/media-port.ts";
import type { CallMethod } from "../worker/media-messages.ts";

export type Answer<M extends CallMethod> = Awaited<ReturnType<MediaPort[M]>>;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const MAX_PENDING = 10_000;

/** Requests to the media thread that it has not answered yet. */
export class PendingCalls {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** Sends a request with a new id. Throws MediaError when too many requests are pending. */
  async ask<M extends CallMethod>(post: (id: number) => void): Promise<Answer<M>> {
    if (this.#pending.size >= MAX_PENDING) {
      throw new MediaError("media_broken", "The media thread does not keep up");
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer<M>>((resolve, reject) => {
      // The worker answers each method with the result type of that method.
      function settle(value: unknown) {
        return resolve(value as Answer<M>);
      }
      this.#pending.set(id, { resolve: settle, reject });
      post(id);
    });
  }

  answer(id: number, value: unknown): void {
    this.#take(id)?.resolve(value);
  }

  refuse(id: number, error: MediaError): void {
    this.#take(id)?.reject(error);
  }

  refuseAll(error: MediaError): void {
    for (const pending of this.#pending.values()) {
      pending.reject(error);
    }
    this.#pending.clear();
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
