import type { Adapter } from "oidc-provider";

import type { SignInStorage } from "./sign-in-storage.ts";

const DEFAULT_LIFETIME_S = 3_600;

/** Translates between the provider's models and our storage. */
export function createAdapter(storage: SignInStorage): (model: string) => Adapter {
  return (model) => ({
    upsert: (id, payload, expiresInSeconds = DEFAULT_LIFETIME_S) =>
      storage.put({ model, id, payload, expiresInSeconds }),
    find: (id) => storage.find(model, id),
    findByUid: (uid) => storage.findByUid(model, uid),
    // User codes are for devices without a keyboard, and no client of ours is such a device.
    findByUserCode: async () => undefined,
    destroy: (id) => storage.delete(model, id),
    consume: (id) => storage.consume(model, id),
    revokeByGrantId: (grantId) => storage.deleteByGrant(grantId),
  });
}
