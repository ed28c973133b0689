import { connect as connectPlain, isIP, type Socket } from "node:net";
import { addAbortSignal } from "node:stream";
import { connect as connectTls } from "node:tls";

import { readIpLiteral, type AddressPolicy, checkedLookup } from "@linedesk/base";
import { MediaError } from "../media-error.ts";
import { readResponse, type SoundResponse } from "./sound-response.ts";

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

export interface OpenedSound extends SoundResponse {
  /** The address that answered, after the redirects. */
  url: string;
}

/** The addresses of podcasts lead through four to six servers that count listeners. */
const MAX_REDIRECTS = 10;

/**
 * Resolves to the last response after at most 10 redirects, with an unread body. Throws MediaError.
 */
export async function openConnection(address: string, opening: Opening): Promise<OpenedSound> {
  let url = parseUrl(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await checkUrl(url, opening);
    const response = await request(url, opening);
    const location = readLocation(response.headers.get("location"));
    if (response.status < 300 || response.status >= 400 || location === undefined) {
      return { ...response, url: url.href };
    }
    response.close();
    url = parseUrl(location, url);
  }
  throw new MediaError("sound_unreachable", "The sound is redirected more than 10 times");
}

/** Node decodes headers as Latin-1, but servers write addresses in UTF-8 without escapes. */
function readLocation(location: string | undefined): string | undefined {
  const text = Buffer.from(location ?? "", "latin1").toString("utf8");
  return location === undefined || text.includes("\uFFFD") ? location : text;
}

/** The scheme `icy:` in lists of radio streams means HTTP. */
function parseUrl(address: string, base?: URL): URL {
  const text = address.trim().replace(/^icyx?:\/\//i, "http://");
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") {
    return url;
  }
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):\/\//i.exec(text)?.[1]?.toLowerCase();
  const why = scheme === undefined ? "" : `: ${scheme} addresses are not supported`;
  throw new MediaError(
    "sound_address",
    `The address of the sound is not an http or https URL${why}`,
  );
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
  return new MediaError(
    "sound_refused",
    `Sounds may not be fetched from ${url.host}. WEBHOOK_HOSTS names the allowed hosts`,
  );
}

async function request(url: URL, opening: Opening): Promise<SoundResponse> {
  const socket = await openSocket(url, opening);
  // Each failure also reaches the reader of the response.
  socket.on("error", () => undefined);
  try {
    socket.write(writeRequest(url, opening.headers));
    const chunks: AsyncIterable<Uint8Array> = socket;
    return await readResponse(chunks[Symbol.asyncIterator](), () => socket.destroy());
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openSocket(url: URL, opening: Opening): Promise<Socket> {
  const isTls = url.protocol === "https:";
  const host = readIpLiteral(url) ?? url.hostname;
  const options = {
    host,
    port: Number(url.port) || (isTls ? 443 : 80),
    lookup: checkedLookup({
      isAllowed: (ip) => opening.isAllowedAddress(url, ip),
      refusal: () => refusal(url),
    }),
  };
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? connectTls({ ...options, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectPlain(options);
    addAbortSignal(opening.signal, socket);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

function writeRequest(url: URL, headers: Record<string, string>): string {
  const { username, password } = url;
  const pair = `${unescapeText(username)}:${unescapeText(password)}`;
  const sent = {
    host: url.host,
    ...headers,
    "accept-encoding": "identity",
    connection: "close",
    ...(username === "" && password === ""
      ? {}
      : { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }),
  };
  // A value from another server, such as a validator, must not add a header of its own.
  const lines = Object.entries(sent).map(
    ([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, "")}\r\n`,
  );
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text contains a percent sign that escapes nothing.
    return text;
  }
}
