import { type HttpMethod } from "@linedesk/base";
/**
 * Form parameters by Twilio's names, in the order they are sent; a name that came several times,
 * as only a client's own can, keeps all its values.
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
  /** The same over several requests for the same thing, so that the application can tell. */
  token?: string;
  /** It asks for nothing: a redirect by which it would have nothing to say is an answer as any. */
  isCallback?: boolean;
}

/** The call that it is about; null of what is of no call, such as the end of a room. */
export function findCallSid({ CallSid: sid }: WebhookParams): string | null {
  return typeof sid === "string" ? sid : null;
}
