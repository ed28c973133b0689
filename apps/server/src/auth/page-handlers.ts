import { errorPage, signInPage } from "./auth-pages.ts";
import { issueCsrf, type AuthHandler, type AuthParts } from "./auth-parts.ts";
import { originOf, readFields, sendPage } from "./auth-request.ts";
import { AUTH_STYLE } from "./auth-style.ts";
import { callbackUrlOrFront } from "./callback-url.ts";

export function getSignInPage(parts: AuthParts): AuthHandler {
  return async (request, reply) => {
    const { http, supportPhone } = parts.deps.config;
    const query = readFields(request.query);
    return sendPage(
      reply,
      signInPage({
        csrfToken: issueCsrf(parts, request, reply),
        callbackUrl: callbackUrlOrFront(query.callbackUrl, originOf(request, http)),
        error: query.csrf === undefined ? query.error : "Csrf",
        supportPhone,
      }),
    );
  };
}

export function getErrorPage({ deps }: AuthParts): AuthHandler {
  return async (request, reply) =>
    sendPage(reply, errorPage(readFields(request.query).error, deps.config.supportPhone));
}

export const getStyle: AuthHandler = async (_request, reply) =>
  reply.header("cache-control", "max-age=3600").type("text/css; charset=utf-8").send(AUTH_STYLE);
