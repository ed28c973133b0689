import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";

import type { Config } from "../config/config.ts";
import type { RequestSource } from "../people/people.ts";
import type { SignInParams } from "./oidc-client.ts";
import { AUTH_BASE, pagePolicy } from "./sign-in-page.ts";

const short = z.string().max(2048);
const fields = z.object({
  csrfToken: short.optional().catch(undefined),
  callbackUrl: short.optional().catch(undefined),
  json: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  everywhere: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  error: short.optional().catch(undefined),
  notice: short.optional().catch(undefined),
  csrf: short.optional().catch(undefined),
});

export type AuthFields = z.output<typeof fields>;

const none: AuthFields = {};

export function readFields(value: unknown): AuthFields {
  const parsed = fields.safeParse(value ?? {});
  return parsed.success ? parsed.data : none;
}

const anyParams = z.looseObject({});
const prompt = z.string().regex(/^[a-z_]{1,40}(?: [a-z_]{1,40}){0,3}$/);
const loginHint = z.string().regex(/^[^\p{Cc}]{1,254}$/u);

export function readSignInParams(query: unknown): SignInParams {
  const given = anyParams.safeParse(query).data ?? {};
  const parsedPrompt = prompt.safeParse(given["prompt"]);
  const parsedHint = loginHint.safeParse(given["login_hint"]);
  return {
    ...(parsedPrompt.success ? { prompt: parsedPrompt.data } : {}),
    ...(parsedHint.success ? { login_hint: parsedHint.data } : {}),
  };
}

export function isTrue(value: string | boolean | undefined): boolean {
  return value === true || value === "true";
}

export function resolveOrigin(request: FastifyRequest, http: Config["http"]): string {
  return http.publicUrlGiven ? http.publicUrl : `${request.protocol}://${request.host}`;
}

/** Sends an address as JSON when the client requests that, otherwise as a redirect. */
export function sendRedirect(reply: FastifyReply, url: string, given: AuthFields): FastifyReply {
  return isTrue(given.json) ? reply.send({ url }) : reply.redirect(url, 303);
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return (
    reply
      .header("content-security-policy", pagePolicy)
      // Under the policy `no-referrer`, browsers would send the form without its origin.
      .header("referrer-policy", "same-origin")
      .type("text/html; charset=utf-8")
      .send(html)
  );
}

export function buildErrorUrl(origin: string, code: string): string {
  return `${origin}${AUTH_BASE}/error?${new URLSearchParams({ error: code }).toString()}`;
}

/**
 * Returns the URL of the page that explains why the issuer's groups did not change the person's
 * role. That page has a link to the console.
 */
export function buildNoticeUrl(origin: string, notice: string, callbackUrl: string): string {
  return `${origin}${AUTH_BASE}/notice?${new URLSearchParams({ notice, callbackUrl }).toString()}`;
}

export function readSource(request: FastifyRequest): RequestSource {
  return { address: request.ip, requestId: request.id };
}

export function buildSignInUrl(origin: string, query: Record<string, string>): string {
  return `${origin}${AUTH_BASE}/signin?${new URLSearchParams(query).toString()}`;
}
