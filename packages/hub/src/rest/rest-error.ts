/** A request that the REST API refuses, with the status that says why. */
export class RestError extends Error {
  override name = "RestError";
  readonly code = "rest_error";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
