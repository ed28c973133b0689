import { join } from "node:path";

import { assertDemoSsoAllowed, createSso, type Sso } from "@linedesk/sso";
import type { Config } from "../config/config.ts";
import type { Logger } from "../platform/logger.ts";
import { CALLBACK_PATH } from "./sign-in.ts";

/**
 * Starts the embedded issuer for the demo people, unless the configuration names another issuer.
 * Throws `DemoSsoRefusedError` on a public address, unless `ALLOW_DEMO_SSO` allows it.
 */
export async function startEmbeddedSso(config: Config, log: Logger): Promise<Sso | null> {
  const { auth, http } = config;
  if (auth.issuer !== null) {
    return null;
  }
  assertDemoSsoAllowed({
    addresses: [http.host, http.publicUrl],
    isAllowed: auth.allowDemoSso,
  });
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
    keysPath: join(config.dataDir, "sso-keys.json"),
    cookieKeys: [auth.ssoCookieSecret],
    // Without PUBLIC_URL the station may have several host names.
    allowsOwnOrigin: !http.publicUrlGiven,
    trustsProxy: http.trustProxy.length > 0,
    onError: (err) => log.error({ err }, "issuer failed"),
  });
}
