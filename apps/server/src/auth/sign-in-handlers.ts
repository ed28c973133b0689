import type { FastifyReply, FastifyRequest } from "fastify";

import {
  type AuthHandler,
  type AuthHandlerDeps,
  hasValidCsrfToken,
  sendCsrfRejection,
} from "./auth-handler.ts";
import { readPageLanguage, resolveCallbackUrl, resolveCallbackUrlOrRoot } from "./callback-url.ts";
import {
  buildErrorUrl,
  buildNoticeUrl,
  buildSignInUrl,
  isTrue,
  readFields,
  readSource,
  readSignInParams,
  resolveOrigin,
  sendPage,
  sendRedirect,
} from "./read-fields.ts";
import { AUTH_BASE, redirectPage } from "./sign-in-page.ts";
import { cookieOf, listSuperfluous, TICKET_LIFETIME_MS } from "./sign-in-ticket.ts";
import { CALLBACK_PATH } from "./sign-in.ts";

export const PROVIDER = "sso";

export function getProviders({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const origin = resolveOrigin(request, deps.config.http);
    return reply.send({
      [PROVIDER]: {
        id: PROVIDER,
        name: "Single sign-on",
        type: "oauth",
        signinUrl: `${origin}${AUTH_BASE}/signin/${PROVIDER}`,
        callbackUrl: `${origin}${CALLBACK_PATH}`,
      },
    });
  };
}

export function postSignIn(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const given = readFields(request.body);
    const origin = resolveOrigin(request, parts.deps.config.http);
    if (!hasValidCsrfToken(parts, request)) {
      return sendCsrfRejection({ request, reply }, origin, given);
    }
    const callbackUrl = afterSignIn(resolveCallbackUrl(given.callbackUrl, origin), origin);
    const begun = await parts.signIn.begin(origin, callbackUrl, readSignInParams(request.query));
    if (begun.status === "failed") {
      return sendRedirect(reply, buildErrorUrl(origin, begun.problem), given);
    }
    const known = parts.cookies.listSignIns(request);
    for (const cookie of listSuperfluous(known, parts.signIn.tickets, begun.ticket.length)) {
      parts.cookies.clear(reply, cookie);
    }
    parts.cookies.write(reply, cookieOf(begun.state), {
      value: begun.ticket,
      maxAgeSeconds: TICKET_LIFETIME_MS / 1000,
    });
    if (isTrue(given.json)) {
      return reply.send({ url: begun.url });
    }
    // The answer is a page and not a redirect, because browsers would apply our page's
    // `form-action` to the issuer's own redirects too.
    return sendPage(
      reply.header("refresh", `0;url=${begun.url}`),
      redirectPage(begun.url, readPageLanguage(request, callbackUrl)),
    );
  };
}

/** Replaces a sign-in page by the front page, because a return to it would look like a failure. */
function afterSignIn(callbackUrl: string, origin: string): string {
  return new URL(callbackUrl).pathname.startsWith(AUTH_BASE) ? `${origin}/` : callbackUrl;
}

export function postUnknownProvider({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const given = readFields(request.body);
    const origin = resolveOrigin(request, deps.config.http);
    const callbackUrl = resolveCallbackUrlOrRoot(given.callbackUrl, origin);
    return sendRedirect(reply, buildSignInUrl(origin, { callbackUrl }), given);
  };
}

export function getCallback(parts: AuthHandlerDeps): AuthHandler {
  return (request, reply) =>
    finishSignIn(parts, { request, reply }, new URLSearchParams(parseQuery(request)));
}

export function postCallback(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const origin = resolveOrigin(request, parts.deps.config.http);
    if (!hasValidCsrfToken(parts, request)) {
      return sendCsrfRejection({ request, reply }, origin, readFields(request.body));
    }
    const sent = Object.entries((request.body ?? {}) as Record<string, unknown>);
    const params = new URLSearchParams();
    for (const [name, value] of sent) {
      if (typeof value === "string" && name !== "csrfToken") {
        params.set(name, value);
      }
    }
    return finishSignIn(parts, { request, reply }, params);
  };
}

function parseQuery(request: FastifyRequest): string {
  const at = request.url.indexOf("?");
  return at < 0 ? "" : request.url.slice(at + 1);
}

async function finishSignIn(
  { deps, signIn, cookies }: AuthHandlerDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  params: URLSearchParams,
): Promise<FastifyReply> {
  const cookie = cookieOf(params.get("state") ?? "");
  const finished = await signIn.finish({
    ticket: cookies.read(request, cookie),
    params,
    source: readSource(request),
    userAgent: request.headers["user-agent"] ?? null,
    earlierToken: cookies.read(request, "session"),
  });
  cookies.clear(reply, cookie);
  const origin = resolveOrigin(request, deps.config.http);
  if (finished.status === "had_session") {
    return reply.redirect(`${origin}/`, 303);
  }
  if (finished.status === "failed") {
    return reply.redirect(buildErrorUrl(origin, finished.problem), 303);
  }
  const { token } = finished.session;
  const maxAgeSeconds = Math.floor(deps.config.auth.sessionMaxMs / 1000);
  cookies.write(reply, "session", { value: token, maxAgeSeconds });
  const { callbackUrl, notice } = finished;
  return reply.redirect(
    notice === null ? callbackUrl : buildNoticeUrl(origin, notice, callbackUrl),
    303,
  );
}
