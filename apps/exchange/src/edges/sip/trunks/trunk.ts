import { createHash } from "node:crypto";

import type { AudioCodec } from "@linedesk/audio";
import { sipCodecs, type SipTransport, type SrtpPolicy, type SipHost } from "@linedesk/sip";

export interface TrunkCredentials {
  username: string;
  password: string;
}

export interface TrunkNumbering {
  /** `+61255500101`, `61255500101`, or as dialled within the country. */
  format: "e164" | "digits" | "national";
  /** Country code that national numbers belong to. */
  country: string;
  nationalPrefix: string;
  internationalPrefix: string;
}

export interface TrunkRegistration {
  registrar: SipHost;
  expiresS: number;
  /** Who is registered, the pilot number with many carriers; null takes the credentials' name. */
  user: string | null;
}

export interface Trunk {
  name: string;
  /** By which the REST API names it; the same after every start. */
  sid: string;
  /** By which a call may ask for it (`Byoc`); null where none may. */
  byoc: string | null;
  hosts: SipHost[];
  transport: SipTransport;
  /** The host in our From and in the Request-URI; null takes that of the host in use. */
  domain: string | null;
  credentials: TrunkCredentials | null;
  registration: TrunkRegistration | null;
  /** Networks in CIDR whose calls are this trunk's; the hosts' own addresses always are. */
  sources: string[];
  /** Whether calls that come in must also prove the credentials. */
  challenges: boolean;
  patterns: string[];
  /** Shown instead of the call's own number; null shows that. */
  callerId: string | null;
  numbering: TrunkNumbering;
  maxCalls: number;
  priority: number;
  /** Seconds between OPTIONS; null sends none and takes the trunk for living. */
  keepAliveS: number | null;
  digits: "rfc4733" | "info" | "sound";
  srtp: SrtpPolicy;
  /** Whether keys of encrypted audio may go by UDP and TCP, where others can read them. */
  allowsUnencryptedKeys: boolean;
  codecs: readonly AudioCodec[];
  /** Whether it takes emergency calls; where any trunk does, they go by such trunks alone. */
  emergency: boolean;
  /** Whether the trunk is told who calls by P-Asserted-Identity, and believed when it tells us. */
  assertsIdentity: boolean;
}

export interface PhoneUser extends TrunkCredentials {
  /** The numbers, in E.164, that it may show, the first of them unless it says; none without. */
  numbers?: readonly string[];
}

export interface SipPlan {
  trunks: Trunk[];
  phones: PhoneUser[];
  isClosed: boolean;
  /** Whether they get one even when trunks are added while the exchange runs. */
  staysOpen?: boolean;
}

export const openPlan: SipPlan = { trunks: [], phones: [], isClosed: false };

/** The whole plan of a single peer: every number goes there, and everybody may call in. */
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
    maxCalls: 1000,
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
