import { TWILIO_CODES } from "@linedesk/base";
export interface ErrorBody {
  code: number;
  message: string;
  more_info: string;
  status: number;
  detail?: string;
}

/** Returns Twilio's error body, whose code and message clients show to people. */
export function errorBody(code: number, message: string, status: number): ErrorBody {
  return {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
    ...(code === TWILIO_CODES.AUTHENTICATE
      ? { detail: "Your AccountSid or AuthToken was incorrect." }
      : {}),
  };
}

/** The codes of the answers that the routes themselves give. */
export const CODES = {
  parameter: TWILIO_CODES.INVALID_PARAMETER,
  authenticate: TWILIO_CODES.AUTHENTICATE,
  method: TWILIO_CODES.METHOD_NOT_ALLOWED,
  forbidden: TWILIO_CODES.FORBIDDEN,
  notFound: TWILIO_CODES.NOT_FOUND,
  noTo: TWILIO_CODES.TO_MISSING,
  url: TWILIO_CODES.INVALID_URL_REST,
  to: TWILIO_CODES.INVALID_TO,
  from: TWILIO_CODES.INVALID_FROM,
  noFrom: TWILIO_CODES.FROM_MISSING,
  timeout: TWILIO_CODES.INVALID_TIMEOUT,
  callMethod: TWILIO_CODES.INVALID_METHOD,
  sipUsername: TWILIO_CODES.INVALID_SIP_USERNAME,
  sipPassword: TWILIO_CODES.INVALID_SIP_PASSWORD,
  noSipPassword: TWILIO_CODES.SIP_PASSWORD_MISSING,
  numberUrl: TWILIO_CODES.NUMBER_INVALID_URL,
  numberMethod: TWILIO_CODES.NUMBER_INVALID_METHOD,
  fallbackAlone: TWILIO_CODES.FALLBACK_WITHOUT_URL,
  callbackUrl: TWILIO_CODES.INVALID_CALLBACK_URL,
  statusCallback: TWILIO_CODES.INVALID_STATUS_CALLBACK,
  statusCallbackEvent: TWILIO_CODES.INVALID_STATUS_CALLBACK_EVENT,
  application: TWILIO_CODES.INVALID_APPLICATION_SID,
  phoneNumber: TWILIO_CODES.PHONE_NUMBER_INVALID,
  tooMany: TWILIO_CODES.TOO_MANY_REQUESTS,
  internal: TWILIO_CODES.INTERNAL_ERROR,
} as const;
