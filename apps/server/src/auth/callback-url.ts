import type { FastifyRequest } from "fastify";

import { chooseLanguage, DEFAULT_LOCALE, type Language, parseLocale } from "@linedesk/contract";
import { AuthError } from "./auth-codes.ts";
import { AUTH_BASE } from "./sign-in-page.ts";

/**
 * Returns the absolute URL of the destination after sign-in or sign-out, by default the front page.
 * Throws `INVALID_CALLBACK_URL_ERROR` for a URL that is not on our own origin.
 */
export function resolveCallbackUrl(given: string | undefined, origin: string): string {
  if (given === undefined || given === "") {
    return `${origin}/`;
  }
  if (!URL.canParse(given, origin)) {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  const url = new URL(given, origin);
  // A `blob:` URL is refused: it has the origin of its inner address, but any page defines its
  // content.
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
 * Returns the language of the page to which the sign-in returns. Without such a page, it returns
 * the first language of the browser that the product supports.
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
