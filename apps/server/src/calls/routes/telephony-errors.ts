import { ApiError } from "../../platform/http/errors.ts";
import { TelephonyError, TelephonyUnreachableError } from "../../telephony/telephony.ts";

/** Runs an action of a person; a telephony service that failed is answered in words. */
export async function mapTelephonyErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof TelephonyUnreachableError) {
      throw new ApiError("telephony_unreachable", "The telephone exchange does not answer.", {
        cause: error,
      });
    }
    if (error instanceof TelephonyError) {
      throw new ApiError("telephony_failed", "The telephone exchange did not do this.", {
        cause: error,
      });
    }
    throw error;
  }
}
