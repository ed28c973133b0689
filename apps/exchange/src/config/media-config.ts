import { isIP } from "node:net";

import type { MediaRelays } from "../directory/media-relay.ts";
import { ConfigError } from "./config-error.ts";
import type { Settings } from "./settings.ts";

export interface MediaConfig {
  host: string;
  ports: { min: number; max: number } | null;
  /** The public address, if it is not the machine's own; `null` without NAT. */
  advertised: string | null;
  /** TURN servers for browsers that cannot reach us; `null` without any. */
  relays: MediaRelays | null;
}

/**
 * Media uses MEDIA_HOST if it is set. Otherwise it uses every interface if MEDIA_ADDRESS is set, or
 * else the address of SIP_HOST. Throws ConfigError.
 */
export function readMediaConfig(settings: Settings): MediaConfig {
  if (settings.RTP_PORT_MAX < settings.RTP_PORT_MIN + 1) {
    throw new ConfigError("RTP_PORT_MAX must be greater than RTP_PORT_MIN.");
  }
  const { MEDIA_HOST, MEDIA_ADDRESS, SIP_HOST } = settings;
  const isEverywhere = MEDIA_ADDRESS === "0.0.0.0" || MEDIA_ADDRESS === "::";
  return {
    host: MEDIA_HOST ?? (MEDIA_ADDRESS === null ? resolveHostAddress(SIP_HOST) : "0.0.0.0"),
    ports: { min: settings.RTP_PORT_MIN, max: settings.RTP_PORT_MAX },
    advertised: isEverywhere ? null : MEDIA_ADDRESS,
    relays: readRelays(settings),
  };
}

function readRelays({ TURN_URL, TURN_SECRET }: Settings): MediaRelays | null {
  if ((TURN_URL === undefined) !== (TURN_SECRET === undefined)) {
    throw new ConfigError("TURN_URL and TURN_SECRET must be given together.");
  }
  return TURN_URL === undefined || TURN_SECRET === undefined
    ? null
    : { urls: TURN_URL, secret: TURN_SECRET };
}

/** Media sockets accept only literal addresses, so another host name means every interface. */
function resolveHostAddress(host: string): string {
  if (isIP(host) !== 0) {
    return host;
  }
  return host === "localhost" ? "127.0.0.1" : "0.0.0.0";
}
