import { createHmac, randomBytes } from "node:crypto";

/** The media relays (TURN) that browsers may use, and the secret that they share with us. */
export interface MediaRelays {
  /** Each is like `turn:relay.example.com:3478?transport=udp`. */
  urls: readonly string[];
  secret: string;
}

/** The login of one user at the relays. */
export interface RelayLogin {
  username: string;
  password: string;
}

/**
 * Creates a login that is valid until it expires (coturn's `use-auth-secret`). The user name
 * contains the expiry and a name that is new for each login, because coturn counts the quota of
 * each user name. The password proves that we issued the login.
 */
export function relayLogin(relays: MediaRelays, expiresAtS: number): RelayLogin {
  const username = `${expiresAtS}:${randomBytes(8).toString("hex")}`;
  const password = createHmac("sha1", relays.secret).update(username).digest("base64");
  return { username, password };
}

/** Formats the relays in the form of a browser's `iceServers` and of Twilio's API. */
export function buildIceServers(relays: MediaRelays, { username, password }: RelayLogin): object[] {
  return relays.urls.map((url) => ({ url, urls: url, username, credential: password }));
}
