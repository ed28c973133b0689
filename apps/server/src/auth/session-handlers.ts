import type { Session } from "../platform/http/session-guard.ts";
import {
  hasValidCsrfToken,
  issueCsrfToken,
  type AuthHandler,
  type AuthHandlerDeps,
} from "./auth-handler.ts";

function asJson(session: Session | null) {
  if (session === null) {
    return {};
  }
  const { id, name, email } = session.user;
  return { user: { id, uuid: id, name, email }, expires: session.expires.toISOString() };
}

type OpenSession = (token: string | undefined) => Promise<Session | null>;

function answerSession({ cookies }: AuthHandlerDeps, open: OpenSession): AuthHandler {
  return async (request, reply) => {
    const token = cookies.read(request, "session");
    const session = await open(token);
    if (session === null && token !== undefined) {
      cookies.clear(reply, "session");
    }
    return reply.send(asJson(session));
  };
}

export function getSession(parts: AuthHandlerDeps): AuthHandler {
  return answerSession(parts, (token) => parts.sessions.find(token));
}

/** Ignores the client's own data, because only the issuer identifies a person. */
export function updateSession(parts: AuthHandlerDeps): AuthHandler {
  const renew = answerSession(parts, (token) => parts.sessions.renew(token));
  return async (request, reply) => {
    if (!hasValidCsrfToken(parts, request)) {
      return reply.status(403).send({});
    }
    return renew(request, reply);
  };
}

export function getCsrf(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => reply.send({ csrfToken: issueCsrfToken(parts, request, reply) });
}
