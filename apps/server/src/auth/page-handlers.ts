import { issueCsrfToken, type AuthHandler, type AuthHandlerDeps } from "./auth-handler.ts";
import { AUTH_STYLE } from "./auth-style.ts";
import { resolveCallbackUrlOrRoot } from "./callback-url.ts";
import { readPageLanguage } from "./page-language.ts";
import { resolveOrigin, readFields, sendPage } from "./read-fields.ts";
import { errorPage, signInPage } from "./sign-in-page.ts";

export function getSignInPage(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { http, supportPhone } = parts.deps.config;
    const query = readFields(request.query);
    const callbackUrl = resolveCallbackUrlOrRoot(query.callbackUrl, resolveOrigin(request, http));
    return sendPage(
      reply,
      signInPage({
        csrfToken: issueCsrfToken(parts, request, reply),
        callbackUrl,
        error: query.csrf === undefined ? query.error : "Csrf",
        supportPhone,
        language: readPageLanguage(request, callbackUrl),
      }),
    );
  };
}

export function getErrorPage({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { supportPhone } = deps.config;
    const language = readPageLanguage(request);
    const { error } = readFields(request.query);
    return sendPage(reply, errorPage(error, { supportPhone, language }));
  };
}

export const getStyle: AuthHandler = async (_request, reply) =>
  reply.header("cache-control", "max-age=3600").type("text/css; charset=utf-8").send(AUTH_STYLE);
