import { type HttpMethod } from "@linedesk/base";
/**
 * Form parameters by Twilio's names, in order of sending; a repeated name, which only a client's
 * own can be, keeps all its values.
 */
export type WebhookParams = Record<string, string | string[]>;

export function encodeForm(params: WebhookParams): string {
  const pairs = Object.entries(params).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}

export interface WebhookRequest {
  url: string;
  method: HttpMethod;
  params: WebhookParams;
  /** The token is the same over repeated requests, so that the application can detect them. */
  token?: string;
  /** The request reports an event: a redirect that would drop its parameters is not followed. */
  isCallback?: boolean;
}

/** Returns the call of the request; `null` without one, as for the end of a room. */
export function findCallSid({ CallSid: sid }: WebhookParams): string | null {
  return typeof sid === "string" ? sid : null;
}
