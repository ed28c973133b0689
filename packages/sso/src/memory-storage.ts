import {
  type SignInPayload,
  type SignInRecord,
  type SignInStorage,
  UsedTwiceError,
} from "./sign-in-storage.ts";

interface Entry {
  model: string;
  payload: SignInPayload;
  expiresAt: number;
}

const MAX_ENTRIES = 5_000;

/** Keeps sign-ins in memory. After a restart, people choose their name again. */
export class MemoryStorage implements SignInStorage {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async put({ model, id, payload, expiresInSeconds }: SignInRecord): Promise<void> {
    const key = `${model}:${id}`;
    this.#entries.delete(key);
    const expiresAt = this.#now() + expiresInSeconds * 1000;
    this.#entries.set(key, { model, payload, expiresAt });
    if (this.#entries.size > MAX_ENTRIES) {
      this.#makeRoom();
    }
  }

  async find(model: string, id: string): Promise<SignInPayload | undefined> {
    return this.#read(`${model}:${id}`);
  }

  async findByUid(model: string, uid: string): Promise<SignInPayload | undefined> {
    for (const [key, entry] of this.#entries) {
      if (entry.model === model && entry.payload.uid === uid) {
        return this.#read(key);
      }
    }
    return undefined;
  }

  async consume(model: string, id: string): Promise<void> {
    const payload = this.#read(`${model}:${id}`);
    if (payload?.consumed !== undefined) {
      throw new UsedTwiceError(`A ${model} was used twice`);
    }
    if (payload !== undefined) {
      payload.consumed = Math.floor(this.#now() / 1000);
    }
  }

  async delete(model: string, id: string): Promise<void> {
    this.#entries.delete(`${model}:${id}`);
  }

  async deleteByGrant(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#entries) {
      if (payload.grantId === grantId) {
        this.#entries.delete(key);
      }
    }
  }

  #read(key: string): SignInPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) {
      return entry?.payload;
    }
    this.#entries.delete(key);
    return undefined;
  }

  #makeRoom(): void {
    const now = this.#now();
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt <= now) {
        this.#entries.delete(key);
      }
    }
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) {
        return;
      }
      this.#entries.delete(key);
    }
  }
}
