import { join } from "node:path";

import {
  assertDemoSsoAllowed,
  createSso,
  loadSigningKeys,
  parseSigningKeys,
  type SigningKeys,
  type Sso,
} from "@linedesk/sso";
import type { Config } from "../config/config.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { CALLBACK_PATH } from "./sign-in.ts";
import {
  createSsoRecordStore,
  replaceSsoKeys,
  shareSsoKeys,
  type TextSeal,
} from "./sso-record-store.ts";

export interface EmbeddedSsoDeps {
  config: Config;
  db: Db;
  seal: TextSeal;
  log: Logger;
}

/**
 * Starts the embedded issuer for the demo people, unless the configuration names another issuer.
 * Servers that share a database act as one issuer. Throws `DemoSsoRefusedError` on a public
 * address, unless `ALLOW_DEMO_SSO` allows it.
 */
export async function startEmbeddedSso(deps: EmbeddedSsoDeps): Promise<Sso | null> {
  const { config, db, seal, log } = deps;
  const { auth, http } = config;
  if (auth.issuer !== null) {
    return null;
  }
  assertDemoSsoAllowed({
    addresses: [http.host, http.publicUrl],
    isAllowed: auth.allowDemoSso,
  });
  const keys = await shareSigningKeys(deps);
  return createSso({
    issuer: `${http.publicUrl}/sso`,
    clients: [
      {
        clientId: auth.clientId,
        clientSecret: auth.clientSecret,
        redirectUris: [`${http.publicUrl}${CALLBACK_PATH}`],
        postLogoutRedirectUris: [`${http.publicUrl}/`],
      },
    ],
    keys,
    cookieKeys: [auth.ssoCookieSecret],
    storage: createSsoRecordStore(db, seal),
    // Without PUBLIC_URL the station may have several host names.
    allowsOwnOrigin: !http.publicUrlGiven,
    trustsProxy: http.trustProxy.length > 0,
    onError: (err) => log.error({ err }, "issuer failed"),
  });
}

const KEYS_OWNER = "sso_key";

/**
 * Returns the keys of the first server, so that a token that one server signs is valid at all
 * servers.
 */
async function shareSigningKeys({ config, db, seal, log }: EmbeddedSsoDeps): Promise<SigningKeys> {
  const own = await loadSigningKeys(join(config.dataDir, "sso-keys.json"));
  const sealedOwn = seal.seal(JSON.stringify(own), KEYS_OWNER);
  const shared = await shareSsoKeys(db, sealedOwn);
  try {
    return parseSigningKeys(seal.open(shared, KEYS_OWNER)) ?? own;
  } catch (err) {
    // No server can decrypt keys that were sealed with an earlier INTEGRATION_KEY. This server's
    // own keys replace them, and people must sign in again.
    log.warn({ err }, "issuer keys replaced");
    await replaceSsoKeys(db, sealedOwn);
    return own;
  }
}
