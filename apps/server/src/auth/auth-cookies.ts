import type { FastifyReply, FastifyRequest } from "fastify";

import type { Config } from "../config/config.ts";

/** Browsers send `__Host-` cookies only to the host that set them, and only over TLS. */
const SECURE_PREFIX = "__Host-";

/** Each sign-in that has begun has its own cookie, because several tabs may sign in at the same time. */
export type AuthCookie = "session" | "csrf" | `signin-${string}`;

interface CookieOptions {
  value: string;
  /** Without `maxAgeSeconds`, the cookie ends when the browser closes. */
  maxAgeSeconds?: number;
}

/** The sign-in cookies: HttpOnly, SameSite=Lax, and Secure under TLS. */
export class AuthCookies {
  readonly #http: Config["http"];

  constructor(http: Config["http"]) {
    this.#http = http;
  }

  read(request: FastifyRequest, cookie: AuthCookie): string | undefined {
    return request.cookies[this.#cookieName(request, cookie)];
  }

  /** Returns the cookies of the sign-ins that have begun. */
  listSignIns(request: FastifyRequest): { cookie: AuthCookie; value: string }[] {
    const prefix = this.#cookieName(request, "signin-");
    return Object.entries(request.cookies).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined
        ? [{ cookie: `signin-${name.slice(prefix.length)}` as const, value }]
        : [],
    );
  }

  write(reply: FastifyReply, cookie: AuthCookie, { value, maxAgeSeconds }: CookieOptions): void {
    void reply.setCookie(this.#cookieName(reply.request, cookie), value, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: this.#isSecure(reply.request),
      ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
    });
  }

  clear(reply: FastifyReply, cookie: AuthCookie): void {
    this.write(reply, cookie, { value: "", maxAgeSeconds: 0 });
  }

  #cookieName(request: FastifyRequest, cookie: AuthCookie): string {
    return `${this.#isSecure(request) ? SECURE_PREFIX : ""}linedesk-${cookie}`;
  }

  /** PUBLIC_URL gives the browser's scheme, even when a proxy does not report it. */
  #isSecure(request: FastifyRequest): boolean {
    if (this.#http.publicUrlGiven) {
      return this.#http.publicUrl.startsWith("https:");
    }
    return request.protocol === "https";
  }
}
