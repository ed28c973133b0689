import { createHash } from "node:crypto";

import { type HttpMethod } from "@linedesk/base";
import type { ConnectionOverrides } from "./connection-overrides.ts";
import { signRequest } from "./sign-request.ts";
import { encodeForm, type WebhookRequest } from "./webhook-request.ts";

export interface ComposedRequest {
  url: string;
  method: HttpMethod;
  headers: Record<string, string>;
  body: string | null;
}

export function composeRequest(
  overrides: Pick<ConnectionOverrides, "url" | "isJson">,
  request: WebhookRequest,
  authToken: string,
): ComposedRequest {
  const { url: configured } = overrides;
  const { method, params } = request;
  const { isJson } = overrides;
  const named = toSignedUrl(withoutCredentials(configured));
  const body = buildBody(method, params, isJson);
  const query =
    method === "GET" ? encodeForm(params) : isJson ? `bodySHA256=${computeBodyHash(body)}` : "";
  const signedUrl = query ? named + (named.includes("?") ? "&" : "?") + query : named;
  const signed = method === "POST" && !isJson ? params : {};
  return {
    url: new URL(signedUrl).href,
    method,
    body,
    headers: {
      "User-Agent": "Linedesk-Exchange/1.0",
      Accept: "*/*",
      "X-Twilio-Signature": signRequest(authToken, signedUrl, signed),
      ...authorizationHeader(new URL(configured)),
      ...(body === null ? {} : bodyHeaders(body, isJson)),
    },
  };
}

function buildBody(
  method: HttpMethod,
  params: WebhookRequest["params"],
  isJson: boolean,
): string | null {
  if (method === "GET") {
    return null;
  }
  return isJson ? JSON.stringify(params) : encodeForm(params);
}

function bodyHeaders(body: string, isJson: boolean): Record<string, string> {
  const type = isJson ? "application/json" : "application/x-www-form-urlencoded; charset=utf-8";
  return { "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)) };
}

function computeBodyHash(body: string | null): string {
  return createHash("sha256")
    .update(body ?? "")
    .digest("hex");
}

/**
 * Removes user and password from the configured URL. The application that checks the signature
 * never receives them in the URL.
 */
export function withoutCredentials(url: string): string {
  return url.replace(/^(\s*https?:\/\/)[^/?#]*@/i, "$1").trim();
}

/**
 * Returns the URL in the form of the request. The application receives it escaped or resolved, and
 * checks the signature over that form. An explicit default port stays.
 */
function toSignedUrl(url: string): string {
  const { protocol, host, port, pathname, search } = new URL(url);
  const portMatch = port === "" ? /^[^/]*\/\/[^/?]*(:(?:80|443))(?=[/?]|$)/.exec(url) : null;
  return `${protocol}//${host}${portMatch?.[1] ?? ""}${pathname}${search}`;
}

function authorizationHeader({ username, password }: URL): Record<string, string> {
  if (!username && !password) {
    return {};
  }
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { Authorization: `Basic ${pair.toString("base64")}` };
}

/** Text with a percent sign that encodes nothing stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) {
      return text;
    }
    throw error;
  }
}
