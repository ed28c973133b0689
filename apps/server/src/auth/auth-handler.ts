import type { FastifyReply, FastifyRequest } from "fastify";

import type { SessionGuard } from "../platform/http/session-guard.ts";
import type { AuthCookies } from "./auth-cookies.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { readPageLanguage } from "./callback-url.ts";
import { CSRF_HEADER, type CsrfTokens } from "./csrf.ts";
import { isTrue, readFields, sendPage, buildSignInUrl, type AuthFields } from "./read-fields.ts";
import type { Sessions } from "./sessions.ts";
import { errorPage } from "./sign-in-page.ts";
import type { SignIn } from "./sign-in.ts";

export interface Auth {
  guard: SessionGuard;
  sessions: Sessions;
}

export interface AuthHandlerDeps extends Auth {
  deps: AuthDeps;
  csrf: CsrfTokens;
  cookies: AuthCookies;
  signIn: SignIn;
}

export type AuthHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function hasValidCsrfToken({ csrf, cookies }: AuthHandlerDeps, request: FastifyRequest) {
  const header = request.headers[CSRF_HEADER];
  const sent =
    readFields(request.body).csrfToken ?? (typeof header === "string" ? header : undefined);
  return csrf.isValid(cookies.read(request, "csrf"), sent);
}

export function issueCsrfToken(
  { csrf, cookies }: AuthHandlerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const known = csrf.read(cookies.read(request, "csrf"));
  if (known !== null) {
    return known;
  }
  const { token, cookie } = csrf.create();
  cookies.write(reply, "csrf", { value: cookie });
  return token;
}

/** The auth client in the browser follows `url` with every status, even with 403. */
export function sendCsrfRejection(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  origin: string,
  given: AuthFields,
): FastifyReply {
  const url = buildSignInUrl(origin, { csrf: "true" });
  if (isTrue(given.json)) {
    return reply.status(403).send({ url });
  }
  const language = readPageLanguage(request, given.callbackUrl);
  return sendPage(reply.status(403), errorPage("Csrf", { supportPhone: null, language }));
}
