import { issueCsrfToken, type AuthHandler, type AuthHandlerDeps } from "./auth-handler.ts";
import { AUTH_STYLE } from "./auth-style.ts";
import { resolveCallbackUrlOrRoot } from "./callback-url.ts";
import { resolveOrigin, readFields, sendPage } from "./read-fields.ts";
import { errorPage, signInPage } from "./sign-in-page.ts";

export function getSignInPage(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { http, supportPhone } = parts.deps.config;
    const query = readFields(request.query);
    return sendPage(
      reply,
      signInPage({
        csrfToken: issueCsrfToken(parts, request, reply),
        callbackUrl: resolveCallbackUrlOrRoot(query.callbackUrl, resolveOrigin(request, http)),
        error: query.csrf === undefined ? query.error : "Csrf",
        supportPhone,
      }),
    );
  };
}

export function getErrorPage({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) =>
    sendPage(reply, errorPage(readFields(request.query).error, deps.config.supportPhone));
}

export const getStyle: AuthHandler = async (_request, reply) =>
  reply.header("cache-control", "max-age=3600").type("text/css; charset=utf-8").send(AUTH_STYLE);
