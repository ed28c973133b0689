import { TWILIO_CODES } from "@linedesk/base";
/** Answered where Twilio has no code of its own; docs/exchange-rest.md lists them. */
export const RECORDING_CODES = {
  notEligible: TWILIO_CODES.INVALID_CALL_STATE,
  disk_full: TWILIO_CODES.DISK_FULL,
  disk_too_slow: TWILIO_CODES.DISK_TOO_SLOW,
  disk_failed: TWILIO_CODES.DISK_FAILED,
  nothing_to_record: TWILIO_CODES.NOTHING_TO_RECORD,
} as const;
