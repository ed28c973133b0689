import {
  encodeUser,
  type Incoming,
  type NameAddr,
  parseNameAddr,
  parseSipUri,
  renderSipUri,
  type SipAddress,
  type SipRequest,
} from "@linedesk/sip";
import type { PhoneUser } from "../trunks/trunk.ts";
import { toE164 } from "./to-e164.ts";

/** The name of a caller with a withheld number. */
export const ANONYMOUS_PARTY = "anonymous";

export interface Parties {
  from: string;
  to: string;
  callerName: string | null;
  forwardedFrom: string | null;
}

export interface PartyTerms {
  trustsIdentity: boolean;
  read: (user: string) => string | null;
  /**
   * Returns the identity of the calling party, which replaces the claims of the headers; the
   * argument is the claimed number.
   */
  identify?: (claimed: string | null) => string;
}

const plainTerms: PartyTerms = { trustsIdentity: true, read: toE164 };

/**
 * The identity of an authenticated telephone is one of its own numbers. A telephone without numbers
 * has its user name at its source address.
 */
export function phonePartyTerms(
  { username, numbers = [] }: PhoneUser,
  { address }: SipAddress,
): PartyTerms {
  const named = toE164(username);
  const own = named === null ? numbers : [...numbers, named];
  const host = address.includes(":") ? `[${address}]` : address;
  function identify(claimed: string | null): string {
    return (
      own.find((number) => number === claimed) ?? own[0] ?? `sip:${encodeUser(username)}@${host}`
    );
  }
  return { trustsIdentity: false, read: toE164, identify };
}

/**
 * Reads both parties from an INVITE. The identity that the network asserts takes precedence over
 * the identity that the phone claims.
 */
export function readParties(
  invite: Incoming<SipRequest>,
  { trustsIdentity: believesNetwork, read, identify }: PartyTerms = plainTerms,
): Parties {
  function readNumber(text: string): string | null {
    return numberIn(text, read);
  }
  // A network may assert a name and a number as two identities; the number takes precedence.
  function findIdentity(name: string): NameAddr | null {
    const all = believesNetwork ? invite.headers.all(name).map(parseNameAddr) : [];
    return all.find((one) => one !== null && readNumber(one.uri) !== null) ?? all[0] ?? null;
  }
  const asserted = findIdentity("P-Asserted-Identity");
  const diverter = findIdentity("Diversion");
  const forwardedFrom = diverter === null ? null : readNumber(diverter.uri);
  const caller = asserted ?? invite.from;
  const name = caller.displayName ?? invite.from.displayName;
  const to = readNumber(invite.uri) ?? readNumber(invite.to.uri) ?? plainUri(invite.uri);
  if (isWithheld(invite, asserted)) {
    return { from: ANONYMOUS_PARTY, to, callerName: null, forwardedFrom };
  }
  const claimed = readNumber(caller.uri);
  const from = identify?.(claimed) ?? claimed ?? plainUri(caller.uri);
  return { from, to, callerName: trimName(name), forwardedFrom };
}

/**
 * Matches what networks and PBXs send in the place of a number that they withhold or do not know.
 */
const WITHHELD =
  /^(?:anonymous|asterisk|blocked|hidden|no-?number|private|restricted|unavailable|unknown|withheld|0+)?$/i;

function isWithheld(invite: Incoming<SipRequest>, asserted: NameAddr | null): boolean {
  const privacy = (invite.headers.get("Privacy") ?? "").toLowerCase().split(/[;,\s]+/);
  if (privacy.includes("id") || privacy.includes("user")) {
    return true;
  }
  const uri = parseSipUri((asserted ?? invite.from).uri);
  if (uri === null) {
    return true;
  }
  return WITHHELD.test(uri.user);
}

function numberIn(text: string, read: PartyTerms["read"]): string | null {
  const uri = parseSipUri(text);
  return uri === null ? null : read(uri.user.split(";")[0] ?? "");
}

/** Returns `sip:user@host` without port and parameters, which identifies a party. */
function plainUri(text: string): string {
  const uri = parseSipUri(text);
  if (uri === null) {
    return text.slice(0, 255);
  }
  return renderSipUri({ ...uri, port: null, parameters: new Map() }).slice(0, 255);
}

function trimName(name: string | null): string | null {
  const plain = (name ?? "").replaceAll(/\p{Cc}+/gu, " ").trim();
  const trimmed = Array.from(plain).slice(0, 100).join("").trim();
  return trimmed === "" || toE164(trimmed) !== null ? null : trimmed;
}
