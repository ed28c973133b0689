import type { IncomingMessage } from "node:http";

import type { Config } from "../../config/config.ts";

/**
 * Returns true when a browser's request comes from one of our pages. Without PUBLIC_URL the station
 * can have several host names, so the page's host must equal the requested host. A client that is
 * not a browser sends no Origin and is accepted.
 */
export function isOwnOrigin(
  { headers }: Pick<IncomingMessage, "headers">,
  { publicUrl, publicUrlGiven }: Config["http"],
): boolean {
  if (headers.origin === undefined) {
    return true;
  }
  if (publicUrlGiven) {
    return headers.origin === publicUrl;
  }
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}
