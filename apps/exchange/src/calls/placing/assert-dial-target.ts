import { isEmergencyNumber, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "../../directory/e164.ts";
import { describeNumber } from "../../directory/number-format.ts";

const CLIENT = /^client:[^\s]{1,256}$/;
const SIP = /^sips?:[^\s@]{1,256}@[^\s]{1,256}$/;

/** The maximum length of the headers of a `sip:` address, which follow its question mark. */
const MAX_HEADERS_LENGTH = 1023;
const HEADER_NAME = /^[A-Za-z0-9.!%*_+`'~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,256}$/;

/**
 * Throws RefusedError: 21211 for a target that is not a number, client or address, 21217 for a
 * number in no numbering plan, 21227, 21228 and 21229 for headers of an address. The dialling rules
 * decide about emergency numbers.
 */
export function assertDialTarget(to: string): void {
  if (isEmergencyNumber(to) || CLIENT.test(to)) {
    return;
  }
  const [address = "", ...headers] = to.split("?");
  if (SIP.test(address)) {
    return assertSipHeaders(headers.join("?"));
  }
  if (!isE164(to)) {
    throw new RefusedError(TWILIO_CODES.INVALID_TO, "The 'To' is not a number, client or sip uri");
  }
  if (describeNumber(to) === null) {
    throw new RefusedError(TWILIO_CODES.NUMBER_INVALID, "Phone number does not appear to be valid");
  }
}

function assertSipHeaders(headers: string): void {
  if (headers.length > MAX_HEADERS_LENGTH) {
    const message = `The headers of the sip uri are longer than ${MAX_HEADERS_LENGTH} characters`;
    throw new RefusedError(TWILIO_CODES.SIP_HEADERS_TOO_LONG, message);
  }
  for (const [name, value] of new URLSearchParams(headers)) {
    if (!HEADER_NAME.test(name)) {
      const message = "A header of the sip uri has illegal characters in its name";
      throw new RefusedError(TWILIO_CODES.SIP_HEADER_NAME_INVALID, message);
    }
    if (!HEADER_VALUE.test(value)) {
      const message = `The header ${name} of the sip uri has an illegal or too long value`;
      throw new RefusedError(TWILIO_CODES.SIP_HEADER_VALUE_INVALID, message);
    }
  }
}
