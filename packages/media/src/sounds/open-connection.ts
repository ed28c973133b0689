import http from "node:http";
import https from "node:https";

import { readIpLiteral, type AddressPolicy, checkedLookup } from "@linedesk/base";
import { MediaError } from "../media-error.ts";

/** Decides whether the exchange may fetch from an address. Called again for every redirect. */
export type UrlPolicy = (url: URL) => boolean | Promise<boolean>;

export interface FetchRules {
  isAllowedUrl: UrlPolicy;
  isAllowedAddress: AddressPolicy;
}

export interface Opening extends FetchRules {
  headers: Record<string, string>;
  /** Aborts the connection, at any time. */
  signal: AbortSignal;
}

const MAX_REDIRECTS = 3;

/**
 * Resolves to the last response after at most 3 redirects, with an unread body. Throws MediaError.
 */
export async function openConnection(
  address: string,
  opening: Opening,
): Promise<http.IncomingMessage> {
  let url = parseUrl(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await checkUrl(url, opening);
    const response = await request(url, opening);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || location === undefined) {
      return response;
    }
    response.destroy();
    url = parseUrl(location, url);
  }
  throw new MediaError("sound_unreachable", "The sound is redirected more than 3 times");
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new MediaError("sound_refused", "The address of the sound is not an http or https URL");
  }
  return url;
}

async function checkUrl(url: URL, rules: FetchRules): Promise<void> {
  const isAllowed = await rules.isAllowedUrl(url);
  // A literal address needs no DNS lookup, so it is checked here.
  const address = readIpLiteral(url);
  if (!isAllowed || (address !== null && !rules.isAllowedAddress(url, address))) {
    throw refusal(url);
  }
}

function refusal(url: URL): MediaError {
  return new MediaError("sound_refused", `Sounds may not be fetched from ${url.host}`);
}

async function request(url: URL, opening: Opening): Promise<http.IncomingMessage> {
  const { headers, signal } = opening;
  const send = url.protocol === "https:" ? https.request : http.request;
  return new Promise((resolve, reject) => {
    // The socket is not reused, because an older socket was connected under other rules.
    const sent = send(url, {
      headers,
      signal,
      agent: false,
      lookup: checkedLookup({
        isAllowed: (ip) => opening.isAllowedAddress(url, ip),
        refusal: () => refusal(url),
      }),
    });
    sent.once("response", resolve);
    sent.on("error", reject);
    sent.end();
  });
}
