import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import {
  type ApiErrorBody,
  type ErrorCode,
  type ErrorReason,
  errorStatus,
  type Reason,
  type Refusal,
} from "@linedesk/contract";
import { describeRefusal, findErrorCode, mapRefusal } from "../../errors/describe-refusal.ts";
import { isDatabaseFull, isDatabaseUnavailable } from "../db/database-unavailable.ts";

export type FieldRefusals = Record<string, Refusal>;

export interface ApiErrorOptions extends ErrorOptions {
  fields?: FieldRefusals | undefined;
  /** `not_signed_in` only: the sign-in page with the return address. */
  signIn?: string | undefined;
}

export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ErrorCode;
  readonly refusal: Refusal<ErrorReason>;
  readonly fields: FieldRefusals | undefined;
  readonly signIn: string | undefined;

  constructor(refusal: Refusal<ErrorReason>, options: ApiErrorOptions = {}) {
    super(describeRefusal(refusal).message, options);
    this.code = findErrorCode(refusal);
    this.refusal = refusal;
    this.fields = options.fields;
    this.signIn = options.signIn;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  get reason(): Reason {
    return typeof this.refusal === "string" ? this.refusal : this.refusal.reason;
  }

  /** Returns the same error with the texts of all parameters mapped. */
  mapTexts(map: (text: string) => string): ApiError {
    const { signIn } = this;
    const fields = mapFields(this.fields, (field) => mapRefusal(field, map));
    return new ApiError(mapRefusal(this.refusal, map), { cause: this, fields, signIn });
  }
}

function mapFields<To>(
  fields: FieldRefusals | undefined,
  map: (refusal: Refusal) => To,
): Record<string, To> | undefined {
  return fields === undefined
    ? undefined
    : Object.fromEntries(Object.entries(fields).map(([name, refusal]) => [name, map(refusal)]));
}

/** Throws the refusal when nothing was found. */
export function requireFound<T>(
  found: T | null | undefined,
  refusal: Refusal<ErrorReason<"not_found">>,
): T {
  if (found === null || found === undefined) {
    throw new ApiError(refusal);
  }
  return found;
}

const refusalOfStatus: Record<number, (detail: string) => Refusal<ErrorReason>> = {
  400: unreadable,
  401: () => "sign_in_needed",
  403: () => "request_forbidden",
  404: () => "nothing_here",
  405: () => "request_not_allowed",
  413: () => "request_too_large",
  // The path is longer than any path of the server.
  414: () => "nothing_here",
  // The body has a type that the server does not read.
  415: unreadable,
  429: () => "requests_too_often",
  503: () => "server_not_ready",
};

function unreadable(detail: string): Refusal<ErrorReason> {
  return { reason: "request_unreadable", params: { detail } };
}

function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  const refuse = error.statusCode === undefined ? undefined : refusalOfStatus[error.statusCode];
  if (refuse !== undefined) {
    return new ApiError(refuse(error.message), { cause: error });
  }
  if (isDatabaseFull(error)) {
    return new ApiError("database_full", { cause: error });
  }
  if (isDatabaseUnavailable(error)) {
    return new ApiError("database_away", { cause: error });
  }
  return new ApiError("server_failed", { cause: error });
}

export function errorBody(error: ApiError, requestId: string): ApiErrorBody {
  const fields = mapFields(error.fields, describeRefusal);
  return {
    error: {
      code: error.code,
      ...describeRefusal(error.refusal),
      ...(fields === undefined ? {} : { fields }),
      ...(error.signIn === undefined ? {} : { signIn: error.signIn }),
      requestId,
    },
  };
}

/** The exchange repeats a request that gets this answer, and keeps the caller for two minutes. */
const RETRY_AFTER_S = 2;

function handleError(
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asApiError(thrown);
  if (error.status >= 500) {
    request.log.error({ err: thrown }, "request failed");
  } else {
    // The parameters can contain numbers and names, so they are not logged.
    const { method, routeOptions, ip: address } = request;
    const what = { method, route: routeOptions.url, code: error.code, reason: error.reason };
    request.log.info({ address, ...what }, "request refused");
  }
  if (error.status === 503) {
    void reply.header("retry-after", RETRY_AFTER_S);
  }
  return reply.status(error.status).send(errorBody(error, request.id));
}

/** Answers a path with an invalid escape, which reaches no hook and no route. */
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
