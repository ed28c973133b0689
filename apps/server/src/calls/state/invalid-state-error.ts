import { ApiError } from "../../platform/http/errors.ts";

/**
 * The call's state does not allow this now; nothing has changed. The message is for people.
 */
export class InvalidStateError extends ApiError {
  override name = "InvalidStateError";

  constructor(message: string) {
    super("call_state", message);
  }
}
