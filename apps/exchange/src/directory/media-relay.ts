import { createHmac, randomBytes } from "node:crypto";

/** The media relays (TURN) that browsers may use, and the secret that they share with us. */
export interface MediaRelays {
  /** `turn:relay.example.com:3478?transport=udp` and their like. */
  urls: readonly string[];
  secret: string;
}

/** How one who may use the relays signs in there. */
export interface RelayLogin {
  username: string;
  password: string;
}

/**
 * A login that the relay believes until it runs out (coturn's `use-auth-secret`): the name says
 * until when, the password proves that we said so. What stands behind the time is the user whose
 * share of the relay coturn counts: another one each time.
 */
export function relayLogin(relays: MediaRelays, expiresAtS: number): RelayLogin {
  const username = `${expiresAtS}:${randomBytes(8).toString("hex")}`;
  const password = createHmac("sha1", relays.secret).update(username).digest("base64");
  return { username, password };
}

/** The relays as a browser's `iceServers` and Twilio's API write them. */
export function buildIceServers(relays: MediaRelays, { username, password }: RelayLogin): object[] {
  return relays.urls.map((url) => ({ url, urls: url, username, credential: password }));
}
