import type { FastifyRequest } from "fastify";

import { chooseLanguage, DEFAULT_LOCALE, type Language, parseLocale } from "@linedesk/contract";
import { AUTH_BASE } from "./sign-in-page.ts";

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
