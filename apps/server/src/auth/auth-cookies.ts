import type { FastifyReply, FastifyRequest } from "fastify";

import type { Config } from "../config/config.ts";

/** Browsers hold `__Host-` cookies to one host, to TLS and to the whole path. */
const SECURE_PREFIX = "__Host-";

export type AuthCookie = "session" | "csrf" | "signin";

interface CookieOptions {
  value: string;
  /** Left out, the cookie ends with the browser. */
  maxAgeSeconds?: number;
}

/** The cookies of sign-in: HttpOnly, SameSite=Lax, and Secure under TLS. */
export class AuthCookies {
  readonly #http: Config["http"];

  constructor(http: Config["http"]) {
    this.#http = http;
  }

  read(request: FastifyRequest, cookie: AuthCookie): string | undefined {
    const wanted = this.#cookieName(request, cookie);
    for (const pair of (request.headers.cookie ?? "").split(";")) {
      const at = pair.indexOf("=");
      if (at > 0 && pair.slice(0, at).trim() === wanted) {
        return pair.slice(at + 1).trim();
      }
    }
    return undefined;
  }

  /** Values are of characters that need no quoting: base64url, hex and `|`. */
  write(reply: FastifyReply, cookie: AuthCookie, { value, maxAgeSeconds }: CookieOptions): void {
    const parts = [
      `${this.#cookieName(reply.request, cookie)}=${value}`,
      "Path=/",
      "HttpOnly",
      "SameSite=Lax",
      ...(this.#isSecure(reply.request) ? ["Secure"] : []),
      ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ];
    // Fastify gathers several cookies into several headers.
    void reply.header("set-cookie", parts.join("; "));
  }

  clear(reply: FastifyReply, cookie: AuthCookie): void {
    this.write(reply, cookie, { value: "", maxAgeSeconds: 0 });
  }

  #cookieName(request: FastifyRequest, cookie: AuthCookie): string {
    return `${this.#isSecure(request) ? SECURE_PREFIX : ""}linedesk-${cookie}`;
  }

  /** PUBLIC_URL says what the browser sees, also where a proxy does not say it. */
  #isSecure(request: FastifyRequest): boolean {
    if (this.#http.publicUrlGiven) {
      return this.#http.publicUrl.startsWith("https:");
    }
    return request.protocol === "https";
  }
}
