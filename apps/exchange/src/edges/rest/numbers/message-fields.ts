/** What Twilio takes of text messages, of which there are none here. */
export const IGNORED_MESSAGE_FIELDS: Record<string, "any"> = {
  SmsUrl: "any",
  SmsMethod: "any",
  SmsFallbackUrl: "any",
  SmsFallbackMethod: "any",
};

export function presentNoMessages(): object {
  return {
    sms_url: null,
    sms_method: "POST",
    sms_fallback_url: null,
    sms_fallback_method: "POST",
  };
}
