import type { Session } from "../http/session-guard.ts";
import { isFromOurPage, issueCsrf, type AuthHandler, type AuthParts } from "./auth-parts.ts";

const asJson = (session: Session | null) =>
  session === null
    ? {}
    : {
        user: { id: session.user.id, name: session.user.name, email: session.user.email },
        expires: session.expires.toISOString(),
      };

export const getSession =
  ({ sessions, cookies }: AuthParts): AuthHandler =>
  async (request, reply) => {
    const token = cookies.read(request, "session");
    const session = await sessions.find(token);
    if (session === null && token !== undefined) cookies.clear(reply, "session");
    return reply.send(asJson(session));
  };

export const updateSession =
  (parts: AuthParts): AuthHandler =>
  async (request, reply) => {
    if (!isFromOurPage(parts, request)) return reply.status(403).send({});
    return getSession(parts)(request, reply);
  };

export const getCsrf =
  (parts: AuthParts): AuthHandler =>
  async (request, reply) =>
    reply.send({ csrfToken: issueCsrf(parts, request, reply) });
