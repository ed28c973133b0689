import { TWILIO_CODES } from "@linedesk/base";
import { HttpSendError } from "./http-sender.ts";
import type { WebhookExchange } from "./webhook-exchange.ts";

interface Details {
  url: string;
  status?: number | null;
  namesRetry?: boolean;
  exchange?: WebhookExchange | null;
  cause?: unknown;
}

export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code = "webhook_failed";
  /**
   * 11200 retrieval, 11205 connect, 11210 host, 11215 and 11216 redirects, 11220 and 11235 to 11237
   * TLS, 11750 too large, 12100 parse, 12300 type, 15003 callback.
   */
  readonly twilioCode: number;
  readonly url: string;
  readonly status: number | null;
  readonly exchange: WebhookExchange | null;
  readonly #namesRetry: boolean;

  constructor(twilioCode: number, message: string, details: Details) {
    super(message, { cause: details.cause });
    this.twilioCode = twilioCode;
    this.url = details.url;
    this.status = details.status ?? null;
    this.exchange = details.exchange ?? null;
    this.#namesRetry = details.namesRetry ?? false;
  }

  /** Is true for a 503 with Retry-After: the application runs, and asks for a later request. */
  get isPostponed(): boolean {
    return this.status === 503 && this.#namesRetry;
  }

  /** Is true when no complete answer came in time. */
  get isSilent(): boolean {
    return this.cause instanceof HttpSendError && this.cause.kind === "read-timeout";
  }

  /**
   * Is true when the server refuses, drops or delays connections, or a proxy reports that. The
   * server is then probably restarting.
   */
  get isUnreachable(): boolean {
    const isDropped =
      this.isSilent || (this.cause instanceof HttpSendError && this.cause.kind === "broken");
    const isBehindProxy = this.status !== null && [502, 503, 504].includes(this.status);
    return this.twilioCode === TWILIO_CODES.HTTP_CONNECTION_FAILURE || isDropped || isBehindProxy;
  }

  /** Is true when a later request can succeed, because the application has not refused this one. */
  get isRetryable(): boolean {
    return this.status === null
      ? this.twilioCode !== TWILIO_CODES.INVALID_URL_REST
      : this.status >= 500;
  }
}

export function fromSendError(error: HttpSendError, about: Omit<Details, "cause">): WebhookError {
  return new WebhookError(CODE_BY_KIND[error.kind], error.message, { ...about, cause: error });
}

const CODE_BY_KIND: Record<HttpSendError["kind"], number> = {
  host: TWILIO_CODES.HTTP_BAD_HOST,
  refused: TWILIO_CODES.INVALID_URL_REST,
  connect: TWILIO_CODES.HTTP_CONNECTION_FAILURE,
  "connect-timeout": TWILIO_CODES.HTTP_CONNECTION_FAILURE,
  "read-timeout": TWILIO_CODES.HTTP_RETRIEVAL_FAILURE,
  redirects: TWILIO_CODES.TOO_MANY_REDIRECTS,
  "bad-redirect": TWILIO_CODES.BAD_REDIRECT,
  handshake: TWILIO_CODES.TLS_HANDSHAKE,
  "certificate-host": TWILIO_CODES.CERTIFICATE_HOST,
  "certificate-expired": TWILIO_CODES.CERTIFICATE_EXPIRED,
  "certificate-path": TWILIO_CODES.CERTIFICATE_PATH,
  broken: TWILIO_CODES.HTTP_RETRIEVAL_FAILURE,
  "too-large": TWILIO_CODES.RESPONSE_TOO_LARGE,
};
