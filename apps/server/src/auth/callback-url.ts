import type { FastifyRequest } from "fastify";

import { chooseLanguage, DEFAULT_LOCALE, type Language, parseLocale } from "@linedesk/contract";
import { AuthError } from "./auth-codes.ts";
import { AUTH_BASE } from "./sign-in-page.ts";

/**
 * Where to go after signing in or out: an address of our own origin, given whole or as a path;
 * the front page when none is given. Throws `INVALID_CALLBACK_URL_ERROR` for any other.
 */
export function resolveCallbackUrl(given: string | undefined, origin: string): string {
  if (given === undefined || given === "") {
    return `${origin}/`;
  }
  if (!URL.canParse(given, origin)) {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  const url = new URL(given, origin);
  // The origin of `blob:` is that of the address within it: what it opens is a page's own making.
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.origin !== origin || url.username !== "" || url.password !== "") {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  return url.href;
}

export function resolveCallbackUrlOrRoot(given: string | undefined, origin: string): string {
  try {
    return resolveCallbackUrl(given, origin);
  } catch (error) {
    if (error instanceof AuthError) {
      return `${origin}/`;
    }
    throw error;
  }
}

/**
 * The pages of signing in speak the language of the page that they lead back to; where they
 * lead to none, the first language of the browser that there are words in.
 */
export function readPageLanguage(request: FastifyRequest, callbackUrl?: string): Language {
  const path = callbackUrl === undefined ? "/" : parsePath(callbackUrl);
  return path === "/" || path.startsWith(AUTH_BASE)
    ? readBrowserLanguage(request.headers["accept-language"])
    : chooseLanguage(parseLocale(path).locale);
}

function parsePath(url: string): string {
  return URL.canParse(url, "http://station") ? new URL(url, "http://station").pathname : "/";
}

const KNOWN = /^(?:en|de)\b/i;

function readBrowserLanguage(accepted: string | undefined): Language {
  const known = (accepted ?? "").split(",").find((range) => KNOWN.test(range.trim()));
  return known === undefined ? DEFAULT_LOCALE : chooseLanguage(known.trim().toLowerCase());
}
