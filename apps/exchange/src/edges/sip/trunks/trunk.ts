import { createHash } from "node:crypto";

import type { AudioCodec } from "@linedesk/audio";
import { sipCodecs, type SipTransport, type SrtpPolicy, type SipHost } from "@linedesk/sip";

export interface TrunkCredentials {
  username: string;
  password: string;
}

export interface TrunkNumbering {
  /** Formats as `+61255500101`, `61255500101`, or as dialled within the country. */
  format: "e164" | "digits" | "national";
  /** The country code of national numbers. */
  country: string;
  nationalPrefix: string;
  internationalPrefix: string;
}

export interface TrunkRegistration {
  /** The exchange registers at the first registrar that answers other than with 408 or 5xx. */
  registrars: SipHost[];
  expiresS: number;
  /**
   * The user that is registered, often the pilot number; `null` uses the user name of the
   * credentials.
   */
  user: string | null;
}

export interface Trunk {
  name: string;
  /** The REST API identifies the trunk by this sid, which is the same after every start. */
  sid: string;
  /** A call may request the trunk by this value (`Byoc`); `null` forbids that. */
  byoc: string | null;
  hosts: SipHost[];
  transport: SipTransport;
  /** The host in our From and in the Request-URI; `null` uses the name of the current host. */
  domain: string | null;
  /**
   * The certificates (PEM) of the only authorities that may sign the certificate of the hosts;
   * `null` uses the authorities of the exchange.
   */
  authority: string | null;
  credentials: TrunkCredentials | null;
  registration: TrunkRegistration | null;
  /** Networks in CIDR whose calls belong to this trunk, in addition to the hosts' own addresses. */
  sources: string[];
  /** Requires the credentials for incoming calls too. */
  challenges: boolean;
  patterns: string[];
  /** Replaces the caller ID of every call; with `null` each call shows its own. */
  callerId: string | null;
  numbering: TrunkNumbering;
  /** The number of channels; with `null` only the exchange limits the trunk's calls. */
  maxCalls: number | null;
  priority: number;
  /**
   * Seconds between OPTIONS; `null` sends none, so only the registration can mark the trunk down.
   */
  keepAliveS: number | null;
  digits: "rfc4733" | "info" | "sound";
  srtp: SrtpPolicy;
  /** Allows SRTP keys over UDP and TCP, where others can read them. */
  allowsUnencryptedKeys: boolean;
  codecs: readonly AudioCodec[];
  /** Marks the trunk for emergency calls; if any trunk is marked, only such trunks carry them. */
  emergency: boolean;
  /**
   * Sends the caller to the trunk in P-Asserted-Identity, and trusts this header when the trunk
   * sends it.
   */
  assertsIdentity: boolean;
}

export interface PhoneUser extends TrunkCredentials {
  /**
   * The E.164 numbers that the telephone may show, by default the first; absent when it has none.
   */
  numbers?: readonly string[];
  /** Is true for a synthetic caller of the product, which is not a telephone of the station. */
  isInternal?: boolean;
}

export interface SipPlan {
  trunks: Trunk[];
  phones: PhoneUser[];
  isClosed: boolean;
  /** Keeps the plan open even when trunks are added while the exchange runs. */
  staysOpen?: boolean;
}

export const openPlan: SipPlan = { trunks: [], phones: [], isClosed: false };

/** Creates the plan of a single peer, which carries every number. Every sender may call in. */
export function createPeerPlan(peer: SipHost & Partial<TrunkCredentials>): SipPlan {
  const { host, port, username, password } = peer;
  const credentials =
    username === undefined || password === undefined ? null : { username, password };
  return { ...openPlan, trunks: [{ ...plainTrunk("peer", [{ host, port }]), credentials }] };
}

function deriveTrunkSid(name: string): string {
  return `TK${createHash("sha256").update(`trunk ${name}`).digest("hex").slice(0, 32)}`;
}

export function plainTrunk(name: string, hosts: SipHost[]): Trunk {
  return {
    name,
    sid: deriveTrunkSid(name),
    byoc: null,
    hosts,
    transport: "udp",
    domain: null,
    authority: null,
    credentials: null,
    registration: null,
    sources: [],
    challenges: false,
    patterns: ["*"],
    callerId: null,
    numbering: {
      format: "e164",
      country: "61",
      nationalPrefix: "0",
      internationalPrefix: "0011",
    },
    maxCalls: null,
    priority: 1,
    keepAliveS: null,
    digits: "rfc4733",
    srtp: "off",
    allowsUnencryptedKeys: false,
    codecs: sipCodecs,
    emergency: false,
    assertsIdentity: true,
  };
}
