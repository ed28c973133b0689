import { reasonPhrase } from "@linedesk/sip";

export const SIPFRAG_TYPE = "message/sipfrag;version=2.0";

/** Formats the first line of a response for the NOTIFY of a transfer (RFC 3420, 3515). */
export function formatSipfrag(status: number): string {
  return `SIP/2.0 ${status} ${reasonPhrase(status)}\r\n`;
}

export function parseSipfragStatus(body: string): number | null {
  const match = /^\s*SIP\/2\.0 +([1-6][0-9]{2})(?:\s|$)/i.exec(body);
  return match === null ? null : Number(match[1]);
}
