/** The telephony service posts below this path, signed and without a browser. */
export const WEBHOOK_PATH = "/api/twilio/voice/";
