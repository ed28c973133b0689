import { fastifyCookie } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";

import { AuthCookies } from "./auth-cookies.ts";
import { createAuthGuard } from "./auth-guard.ts";
import { CsrfTokens } from "./csrf.ts";
import { Sessions } from "./sessions.ts";

const csrf = new CsrfTokens("a secret of at least thirty-two characters");
const { token, cookie } = csrf.create();
const cookies = `linedesk-csrf=${cookie}; linedesk-session=${"s".repeat(43)}`;

const http = { publicUrl: "http://desk.example.com", publicUrlGiven: true } as never;
const guard = createAuthGuard({
  http,
  cookies: new AuthCookies(http),
  sessions: new Sessions({
    store: {} as never,
    limits: { idleMs: 1, absoluteMs: 1 },
    now: () => 0,
  }),
  csrf,
});

function aRequest(headers: Record<string, string>, url = "/api/conference"): FastifyRequest {
  const raw = { headers };
  const read = { cookies: fastifyCookie.parse(headers["cookie"] ?? ""), protocol: "http" };
  return { url, headers, raw, ...read } as unknown as FastifyRequest;
}

async function check(request: FastifyRequest): Promise<void> {
  return guard.requireCsrf(request);
}

describe("[AU26] a state-changing request", () => {
  test.each<[string, FastifyRequest]>([
    ["a page with the token", aRequest({ cookie: cookies, "x-csrf-token": token })],
    ["a webhook, which is signed", aRequest({}, "/api/twilio/voice/incoming")],
    ["a key without a session's cookie", aRequest({ authorization: "Bearer key" })],
  ])("is allowed for %s", async (_what, request) => {
    await expect(check(request)).resolves.toBeUndefined();
  });

  test.each<[string, FastifyRequest]>([
    ["a page without the token", aRequest({ cookie: cookies })],
    ["a token without its cookie", aRequest({ "x-csrf-token": token })],
    ["a key beside a session's cookie", aRequest({ cookie: cookies, authorization: "Bearer key" })],
    [
      "[AU26] a foreign page with the token",
      aRequest({ cookie: cookies, "x-csrf-token": token, origin: "https://evil.example" }),
    ],
    ["a path that only resembles a webhook", aRequest({}, "/api/twilio/voice")],
  ])("is refused for %s", async (_what, request) => {
    await expect(check(request)).rejects.toMatchObject({ code: "csrf_failed" });
  });
});
