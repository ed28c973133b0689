import type { IncomingMessage } from "node:http";

import type { Config } from "../../config/config.ts";

/**
 * Whether a browser's request comes from a page of ours. Without PUBLIC_URL the station may be
 * reached under several names, so then the page's host must be the one that the request asks.
 * A client that is no browser sends no Origin and passes.
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
