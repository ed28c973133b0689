import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { errorStatus, type ApiErrorBody, type ErrorCode } from "@linedesk/contract";
import { isDatabaseFull, isDatabaseUnavailable } from "../db/database-unavailable.ts";

export interface ApiErrorOptions extends ErrorOptions {
  fields?: Record<string, string>;
  /** `not_signed_in` only: the sign-in page with the way back. */
  signIn?: string;
}

export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly signIn: string | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.fields = options.fields;
    this.signIn = options.signIn;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Throws `not_found` with this message where nothing was found. */
export function requireFound<T>(found: T | null | undefined, message: string): T {
  if (found === null || found === undefined) {
    throw new ApiError("not_found", message);
  }
  return found;
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: "bad_request",
  401: "not_signed_in",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "too_large",
  // A path that is longer than any of ours.
  414: "not_found",
  // A body of a kind that we do not read.
  415: "bad_request",
  429: "rate_limited",
  503: "not_ready",
};

function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  const code = error.statusCode === undefined ? undefined : codeOfStatus[error.statusCode];
  if (code !== undefined) {
    return new ApiError(code, error.message, { cause: error });
  }
  if (isDatabaseFull(error)) {
    return new ApiError("not_ready", "The disk is full: nothing can be written down.", {
      cause: error,
    });
  }
  if (isDatabaseUnavailable(error)) {
    return new ApiError("not_ready", "The database is away. Try again in a moment.", {
      cause: error,
    });
  }
  return new ApiError("internal_error", "Something went wrong on our side.", { cause: error });
}

export function errorBody(error: ApiError, requestId: string): ApiErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.fields === undefined ? {} : { fields: error.fields }),
      ...(error.signIn === undefined ? {} : { signIn: error.signIn }),
      requestId,
    },
  };
}

function handleError(
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asApiError(thrown);
  if (error.status >= 500) {
    request.log.error({ err: thrown }, "request failed");
  } else {
    request.log.info({ code: error.code }, "request refused");
  }
  return reply.status(error.status).send(errorBody(error, request.id));
}

/** A path that cannot even be routed, as a broken escape: no hook has seen it, no route will. */
export function answerUnroutable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void handleError(error, request, reply);
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(handleError);
}
