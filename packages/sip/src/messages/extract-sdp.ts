const MAX_PARTS = 16;
const boundaryPattern = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;

/**
 * Returns the session description in a multipart body (RFC 5621), in which carriers also send ISUP
 * or a location. Returns `null` for other bodies, and if none of the first sixteen parts contains
 * one.
 */
export function extractSdp(contentType: string, body: string): string | null {
  if (!/^\s*multipart\//i.test(contentType)) {
    return null;
  }
  const [, quoted, bare] = boundaryPattern.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) {
    return null;
  }
  const line = boundary.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const delimiter = new RegExp(`(?:^|\\r\\n)--${line}(?:--)?[ \\t]*(?=\\r\\n|$)`, "u");
  const [, ...parts] = body.split(delimiter, MAX_PARTS + 1);
  return parts.map(readSdpPart).find((text) => text !== null) ?? null;
}

function readSdpPart(part: string): string | null {
  const end = part.indexOf("\r\n\r\n");
  if (end < 0) {
    return null;
  }
  const head = part.slice(0, end);
  const isEncoded = /^Content-Transfer-Encoding:\s*(?:base64|quoted-printable)/im.test(head);
  const isDescription = /^(?:Content-Type|c)\s*:\s*application\/sdp\s*(?:;|$)/im.test(head);
  return isDescription && !isEncoded ? `${part.slice(end + 4)}\r\n` : null;
}
