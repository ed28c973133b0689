import type { FastifyRequest } from "fastify";

export interface Session {
  id: string;
  user: { id: string; name: string; email: string | null };
  expires: Date;
}

export interface SessionGuard {
  /** Returns the session of the cookie; throws `not_signed_in` with the sign-in address. */
  requireSession(request: FastifyRequest): Promise<Session>;
  /** Throws `csrf_failed` unless the request has the token of its browser's cookie. */
  requireCsrf(request: FastifyRequest): Promise<void> | void;
  /** Throws `csrf_failed` for a request of a foreign page. */
  requireOwnOrigin(request: FastifyRequest): void;
}
