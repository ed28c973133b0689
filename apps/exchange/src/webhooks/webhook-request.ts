import { type HttpMethod } from "@linedesk/base";
/**
 * Form parameters by Twilio's names, in the order of sending. A repeated name keeps all its values;
 * only a client's own names can repeat.
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
  /** The token is the same in all attempts, so that the application can detect a repetition. */
  token?: string;
  /** The request reports an event, so a redirect that would drop its parameters is not followed. */
  isCallback?: boolean;
}

/** Returns the call of the request; `null` without one, for example at the end of a conference. */
export function findCallSid({ CallSid: sid }: WebhookParams): string | null {
  return typeof sid === "string" ? sid : null;
}
