import type { FastifyRequest } from "fastify";

export interface Session {
  id: string;
  user: { id: string; name: string; email: string | null };
  expires: Date;
}

export interface SessionGuard {
  /** The session of the request's cookie; throws `not_signed_in` with the way to sign in. */
  requireSession(request: FastifyRequest): Promise<Session>;
  /** Throws `csrf_failed` unless the request carries the token of its browser's cookie. */
  requireCsrf(request: FastifyRequest): Promise<void> | void;
}
