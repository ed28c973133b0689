import { MediaError } from "./media-error.ts";

/** Decides whether the exchange may fetch from an address; asked again for every redirect. */
export type UrlPolicy = (url: URL) => boolean | Promise<boolean>;

export interface FetchedSound {
  bytes: Uint8Array;
  etag: string | null;
  lastModified: string | null;
  /** What the server grants, within 10 s..1 h. */
  freshMs: number;
}

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export const maxSoundBytes = 20_000_000;
const fetchTimeoutMs = 15_000;
const maxRedirects = 3;
const defaultFreshMs = 60_000;

/** Null where the server says that what we have is still good. Throws MediaError. */
export async function fetchSound(
  address: string,
  isAllowedUrl: UrlPolicy,
  have: Validators | null,
): Promise<FetchedSound | null> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  try {
    return await follow({ url: parseUrl(address), isAllowedUrl, have, signal });
  } catch (cause) {
    if (cause instanceof MediaError) throw cause;
    const why = signal.aborted ? "no answer within 15 s" : "no connection";
    throw new MediaError("sound_unreachable", `The sound cannot be fetched: ${why}`, { cause });
  }
}

interface Fetching {
  url: URL;
  isAllowedUrl: UrlPolicy;
  have: Validators | null;
  signal: AbortSignal;
}

async function follow(fetching: Fetching, redirects = 0): Promise<FetchedSound | null> {
  if (!(await fetching.isAllowedUrl(fetching.url))) {
    throw new MediaError("sound_refused", `Sounds may not be fetched from ${fetching.url.host}`);
  }
  const response = await fetch(fetching.url, {
    redirect: "manual",
    signal: fetching.signal,
    headers: conditions(fetching.have),
  });
  const target = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && target !== null) {
    await response.body?.cancel();
    if (redirects >= maxRedirects) {
      throw new MediaError("sound_unreachable", "The sound is redirected more than 3 times");
    }
    return follow({ ...fetching, url: parseUrl(target, fetching.url) }, redirects + 1);
  }
  if (response.status === 304 && fetching.have !== null) return null;
  if (!response.ok) {
    await response.body?.cancel();
    throw new MediaError("sound_unreachable", `The sound's server answered ${response.status}`);
  }
  return {
    bytes: await readBody(response),
    etag: response.headers.get("etag"),
    lastModified: response.headers.get("last-modified"),
    freshMs: freshness(response.headers.get("cache-control")),
  };
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new MediaError("sound_refused", "The sound's address is no http or https URL");
  }
  return url;
}

function conditions(have: Validators | null): Record<string, string> {
  return {
    accept: "audio/wav, audio/mpeg;q=0.9, */*;q=0.1",
    ...(have?.etag ? { "if-none-match": have.etag } : {}),
    ...(have?.lastModified ? { "if-modified-since": have.lastModified } : {}),
  };
}

function freshness(cacheControl: string | null): number {
  const seconds = /max-age=(\d{1,9})/.exec(cacheControl ?? "")?.[1];
  if (seconds === undefined) return defaultFreshMs;
  return Math.min(3_600_000, Math.max(10_000, Number(seconds) * 1000));
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return new Uint8Array(0);
  for await (const part of body) {
    size += part.length;
    if (size > maxSoundBytes) {
      throw new MediaError("sound_too_large", "The sound is larger than 20 MB");
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
