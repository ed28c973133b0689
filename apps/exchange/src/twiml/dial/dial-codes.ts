import { TWILIO_CODES } from "@linedesk/base";
const DIAL_CODE: Readonly<Record<number, number>> = {
  [TWILIO_CODES.INVALID_TO]: TWILIO_CODES.DIAL_INVALID_NUMBER,
  [TWILIO_CODES.NUMBER_INVALID]: TWILIO_CODES.DIAL_INVALID_NUMBER,
  [TWILIO_CODES.TO_NOT_VERIFIED]: TWILIO_CODES.DIAL_NO_PERMISSION,
  [TWILIO_CODES.GEO_PERMISSION]: TWILIO_CODES.DIAL_NO_PERMISSION,
  [TWILIO_CODES.TO_BLOCKED]: TWILIO_CODES.DIAL_NO_PERMISSION,
};

/** What REST answers with when it refuses a target, as a document is told of it. */
export function toDialCode(twilioCode: number): number {
  return DIAL_CODE[twilioCode] ?? twilioCode;
}
