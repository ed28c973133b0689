import type { Config } from "../config/config.ts";
import { type OidcIdentity, type User } from "../people/people.ts";
import type { Logger } from "../platform/logger.ts";
import type { SessionStore } from "./session-store.ts";

export interface AuthDeps {
  config: Pick<Config, "http" | "auth" | "supportPhone">;
  store: SessionStore;
  /** The user of an issuer's person, made when new; null when they may not sign in. */
  findOrCreateUser(person: OidcIdentity): Promise<User | null>;
  log: Logger;
  now: () => number;
  /**
   * Where the embedded issuer is asked from inside, `http://127.0.0.1:4000`: its public address may
   * have a certificate that nobody vouches for. Null when the issuer is elsewhere.
   */
  embeddedIssuerOrigin: string | null;
  endsIssuerSession: boolean;
}

export function resolveIssuer({ auth, http }: AuthDeps["config"]): string {
  return auth.issuer ?? `${http.publicUrl}/sso`;
}
