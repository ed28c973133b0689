import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Config } from "../config.ts";
import { authBase, pagePolicy } from "./auth-pages.ts";

const short = z.string().max(2048);
const fields = z.object({
  csrfToken: short.optional().catch(undefined),
  callbackUrl: short.optional().catch(undefined),
  json: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  everywhere: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  error: short.optional().catch(undefined),
  csrf: short.optional().catch(undefined),
});

export type AuthFields = z.output<typeof fields>;

const none: AuthFields = {};

/** What a form, a JSON body or a query of the auth API says; nothing for what cannot be read. */
export const readFields = (value: unknown): AuthFields => {
  const parsed = fields.safeParse(value ?? {});
  return parsed.success ? parsed.data : none;
};

export const isYes = (value: string | boolean | undefined): boolean =>
  value === true || value === "true";

/** The origin at which the browser sees us. */
export const originOf = (request: FastifyRequest, http: Config["http"]): string =>
  http.publicUrlGiven ? http.publicUrl : `${request.protocol}://${request.host}`;

/** Answers an address: as JSON to the client that asks so, else by going there. */
export const sendAddress = (reply: FastifyReply, url: string, given: AuthFields): FastifyReply =>
  isYes(given.json) ? reply.send({ url }) : reply.redirect(url, 303);

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header("content-security-policy", pagePolicy)
    // Not no-referrer: browsers would then send the form without its origin.
    .header("referrer-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .send(html);

export const errorAddress = (origin: string, code: string): string =>
  `${origin}${authBase}/error?${new URLSearchParams({ error: code }).toString()}`;

export const signInAddress = (origin: string, query: Record<string, string>): string =>
  `${origin}${authBase}/signin?${new URLSearchParams(query).toString()}`;
