import type { HttpMethod } from "@linedesk/base";

export interface HttpRequest {
  url: string;
  method: HttpMethod;
  headers: Record<string, string>;
  body: string | null;
  connectTimeoutMs: number;
  readTimeoutMs: number;
  totalTimeoutMs: number;
  sendsSni: boolean;
  /** A longer body is an error; an audio body is not read at all. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpReply {
  status: number;
  /** The type in lower case, without parameters; "" when there is none. */
  contentType: string;
  body: string;
  unknownCharset?: string;
  location?: string;
  /** Is true when the answer has Retry-After. */
  namesRetry?: boolean;
}

export class HttpSendError extends Error {
  override readonly name = "HttpSendError";
  readonly code = "http_send";
  readonly kind:
    | "host"
    /** The address is not allowed. */
    | "refused"
    | "connect"
    | "connect-timeout"
    /** TLS negotiation fails, or the certificate is not usable for TLS. */
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

/** Makes one HTTP exchange without redirects. Rejects with HttpSendError or the signal's reason. */
export type HttpSender = (request: HttpRequest) => Promise<HttpReply>;

/** Ogg sound often has the type of its container, `application/ogg`. */
export function isAudio(contentType: string): boolean {
  return contentType.startsWith("audio/") || contentType === "application/ogg";
}
