import type { FastifyRequest } from "fastify";

import type { Config } from "../config/config.ts";
import { ApiError } from "../platform/http/errors.ts";
import { isOwnOrigin } from "../platform/http/own-origin.ts";
import type { Session, SessionGuard } from "../platform/http/session-guard.ts";
import { WEBHOOK_PATH } from "../platform/http/webhook-path.ts";
import type { AuthCookies } from "./auth-cookies.ts";
import { CSRF_HEADER, type CsrfTokens } from "./csrf.ts";
import type { Sessions } from "./sessions.ts";
import { AUTH_BASE } from "./sign-in-page.ts";

interface GuardDeps {
  http: Config["http"];
  sessions: Sessions;
  csrf: CsrfTokens;
  cookies: AuthCookies;
}

export function createAuthGuard({ http, sessions, csrf, cookies }: GuardDeps): SessionGuard {
  const known = new WeakMap<FastifyRequest, Promise<Session | null>>();

  function findSession(request: FastifyRequest): Promise<Session | null> {
    const found = known.get(request) ?? sessions.find(cookies.read(request, "session"));
    known.set(request, found);
    return found;
  }

  function requireOwnOrigin(request: FastifyRequest): void {
    if (!isOwnOrigin(request.raw, http)) {
      throw new ApiError("page_may_not_change");
    }
  }

  return {
    requireOwnOrigin,
    requireSession: async (request) => {
      const session = await findSession(request);
      if (session !== null) {
        return session;
      }
      throw new ApiError("sign_in_needed", {
        signIn: signInPath(request),
      });
    },
    requireCsrf: (request) => {
      if (isExempt(request, cookies)) {
        return;
      }
      requireOwnOrigin(request);
      const sent = request.headers[CSRF_HEADER];
      const token = typeof sent === "string" ? sent : undefined;
      if (csrf.isValid(cookies.read(request, "csrf"), token)) {
        return;
      }
      throw new ApiError("page_out_of_date");
    },
  };
}

/** Webhooks and requests with a key use no cookies, and a foreign page can misuse only cookies. */
function isExempt(request: FastifyRequest, cookies: AuthCookies): boolean {
  if (request.url.startsWith(WEBHOOK_PATH)) {
    return true;
  }
  const hasKey = request.headers.authorization !== undefined;
  return hasKey && cookies.read(request, "session") === undefined;
}

function signInPath(request: FastifyRequest): string {
  const { referer, host } = request.headers;
  const page = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
  const back = page !== null && page.host === host ? `${page.pathname}${page.search}` : "/";
  const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: back });
  return `${AUTH_BASE}/signin?${query.toString()}`;
}
