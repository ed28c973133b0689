import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "../../directory/e164.ts";
import { isEmergencyNumber } from "../../directory/emergency-numbers.ts";
import { describeNumber } from "../../directory/number-format.ts";

const CLIENT = /^client:[^\s]{1,256}$/;
const SIP = /^sips?:[^\s@]{1,256}@[^\s]{1,256}$/;

/**
 * Throws RefusedError: 21211 of what is neither number, client nor address, 21217 of a number that
 * no numbering plan has. Whether an emergency number goes out is for the dialling rules to say.
 */
export function assertDialTarget(to: string): void {
  if (isEmergencyNumber(to) || CLIENT.test(to) || SIP.test(to)) {
    return;
  }
  if (!isE164(to)) {
    throw new RefusedError(TWILIO_CODES.INVALID_TO, "The 'To' is not a number, client or sip uri");
  }
  if (describeNumber(to) === null) {
    throw new RefusedError(TWILIO_CODES.NUMBER_INVALID, "Phone number does not appear to be valid");
  }
}
