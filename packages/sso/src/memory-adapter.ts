import type { Adapter, AdapterPayload } from "oidc-provider";

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

const MAX_ENTRIES = 5_000;

/** Keeps sign-ins in memory. After a restart, people choose their name again. */
export class MemoryStorage {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  put(key: string, payload: AdapterPayload, expiresInSeconds: number | undefined): void {
    this.#entries.delete(key);
    const lifetimeMs = (expiresInSeconds ?? 3600) * 1000;
    this.#entries.set(key, { payload, expiresAt: this.#now() + lifetimeMs });
    if (this.#entries.size > MAX_ENTRIES) {
      this.#makeRoom();
    }
  }

  get(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      return undefined;
    }
    if (entry.expiresAt > this.#now()) {
      return entry.payload;
    }
    this.#entries.delete(key);
    return undefined;
  }

  find(prefix: string, isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of this.#entries.keys()) {
      const payload = key.startsWith(prefix) ? this.get(key) : undefined;
      if (payload !== undefined && isWanted(payload)) {
        return payload;
      }
    }
    return undefined;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  deleteWhere(isUnwanted: (payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of this.#entries) {
      if (isUnwanted(payload)) {
        this.#entries.delete(key);
      }
    }
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

export function createMemoryAdapter(storage: MemoryStorage): (model: string) => Adapter {
  return (model) => ({
    upsert: async (id, payload, expiresIn) => storage.put(`${model}:${id}`, payload, expiresIn),
    find: async (id) => storage.get(`${model}:${id}`),
    findByUid: async (uid) => storage.find(`${model}:`, (payload) => payload.uid === uid),
    findByUserCode: async (code) =>
      storage.find(`${model}:`, (payload) => payload.userCode === code),
    destroy: async (id) => storage.delete(`${model}:${id}`),
    consume: async (id) => {
      const payload = storage.get(`${model}:${id}`);
      if (payload !== undefined) {
        payload.consumed = Math.floor(Date.now() / 1000);
      }
    },
    revokeByGrantId: async (grantId) =>
      storage.deleteWhere((payload) => payload.grantId === grantId),
  });
}
