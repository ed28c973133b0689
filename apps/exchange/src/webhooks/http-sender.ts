import type { HttpMethod } from "@linedesk/base";

export interface HttpRequest {
  url: string;
  method: HttpMethod;
  headers: Record<string, string>;
  body: string | null;
  connectTimeoutMs: number;
  readTimeoutMs: number;
  totalTimeoutMs: number;
  namesServer: boolean;
  /** A longer body is an error; an audio body is not read at all. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpReply {
  status: number;
  /** Lower case, without parameters; "" when there is none. */
  contentType: string;
  body: string;
  unknownCharset?: string;
  location?: string;
}

export class HttpSendError extends Error {
  override readonly name = "HttpSendError";
  readonly code = "http_send";
  readonly kind:
    | "host"
    /** The address may not be connected to. */
    | "refused"
    | "connect"
    | "connect-timeout"
    /** Its TLS cannot be agreed with, or its certificate is not good for it. */
    | "handshake"
    | "certificate-host"
    | "certificate-expired"
    | "certificate-path"
    | "read-timeout"
    | "redirects"
    | "bad-redirect"
    | "too-large"
    | "broken";

  constructor(kind: HttpSendError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** One HTTP exchange, redirects not followed. Rejects with HttpSendError or the signal's reason. */
export type HttpSender = (request: HttpRequest) => Promise<HttpReply>;

/** Ogg is often sent under its name as a container. */
export function isAudio(contentType: string): boolean {
  return contentType.startsWith("audio/") || contentType === "application/ogg";
}
