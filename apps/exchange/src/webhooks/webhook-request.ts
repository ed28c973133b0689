export type HttpMethod = "GET" | "POST";

/** Form parameters in our spelling of them: Twilio's names, in the order they are sent. */
export type WebhookParams = Record<string, string>;

/** A request for instructions: where to, with what, and where else when it fails. */
export interface WebhookRequest {
  url: string;
  method: HttpMethod;
  params: WebhookParams;
  /** The same over several requests for the same thing, so that the application can tell. */
  token?: string;
}
