/** Below it the telephony service posts: signed, and from no browser. */
export const WEBHOOK_PATH = "/api/twilio/voice/";
