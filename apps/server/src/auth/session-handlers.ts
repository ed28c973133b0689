import type { Session } from "../platform/http/session-guard.ts";
import {
  hasValidCsrfToken,
  issueCsrfToken,
  type AuthHandler,
  type AuthHandlerDeps,
} from "./auth-handler.ts";

function asJson(session: Session | null) {
  return session === null
    ? {}
    : {
        user: { id: session.user.id, name: session.user.name, email: session.user.email },
        expires: session.expires.toISOString(),
      };
}

export function getSession({ sessions, cookies }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const token = cookies.read(request, "session");
    const session = await sessions.find(token);
    if (session === null && token !== undefined) {
      cookies.clear(reply, "session");
    }
    return reply.send(asJson(session));
  };
}

export function updateSession(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    if (!hasValidCsrfToken(parts, request)) {
      return reply.status(403).send({});
    }
    return getSession(parts)(request, reply);
  };
}

export function getCsrf(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => reply.send({ csrfToken: issueCsrfToken(parts, request, reply) });
}
