/** Answered where Twilio has no code of its own; docs/exchange-rest.md lists them. */
export const RECORDING_CODES = {
  notEligible: 21220,
  disk_full: 20507,
  disk_too_slow: 20508,
  disk_failed: 20509,
  nothing_to_record: 20510,
} as const;
