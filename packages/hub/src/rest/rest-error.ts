/** The REST API refuses the request with this status. */
export class RestError extends Error {
  override name = "RestError";
  readonly code = "rest_error";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
