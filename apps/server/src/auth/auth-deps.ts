import type { Config } from "../config/config.ts";
import type { OidcIdentity, RequestSource, User } from "../people/people.ts";
import type { Logger } from "../platform/logger.ts";
import type { SessionStore } from "./session-store.ts";

export interface AuthDeps {
  config: Pick<Config, "http" | "auth" | "supportPhone">;
  store: SessionStore;
  /**
   * Returns the user for a person of the issuer, and creates new users; `null` if the person may
   * not sign in.
   */
  findOrCreateUser(person: OidcIdentity, source: RequestSource): Promise<User | null>;
  noteSignOut(userId: string, source: RequestSource): Promise<void>;
  /** Records a refused change, such as `POST /api/chat`, that another origin requested. */
  noteForeignChange(userId: string, source: RequestSource, change: string): Promise<void>;
  log: Logger;
  now: () => number;
  /**
   * The internal address of the embedded issuer, for example `http://127.0.0.1:4000`; `null` for an
   * external issuer. The server uses this address because the certificate of the public address may
   * be one that the server does not trust.
   */
  embeddedIssuerOrigin: string | null;
  endsIssuerSession: boolean;
}

export function resolveIssuer({ auth, http }: AuthDeps["config"]): string {
  return auth.issuer ?? `${http.publicUrl}/sso`;
}
