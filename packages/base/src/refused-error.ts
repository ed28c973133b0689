import { TWILIO_CODES } from "./twilio-codes.ts";
/** A request that the REST API answers with one of Twilio's error codes. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code = "refused";
  readonly twilioCode: number;
  readonly httpStatus: number;

  constructor(twilioCode: number, message: string, httpStatus = 400) {
    super(message);
    this.twilioCode = twilioCode;
    this.httpStatus = httpStatus;
  }
}

/** Returns the error for a resource that does not exist: HTTP 404, Twilio's code 20404. */
export function notFound(what: string): RefusedError {
  return new RefusedError(TWILIO_CODES.NOT_FOUND, `${what} was not found`, 404);
}
