export interface ErrorBody {
  code: number;
  message: string;
  more_info: string;
  status: number;
  detail?: string;
}

/** Twilio's error body [XR8]; its clients show code and message to people. */
export function errorBody(code: number, message: string, status: number): ErrorBody {
  return {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
    ...(code === 20003 ? { detail: "Your AccountSid or AuthToken was incorrect." } : {}),
  };
}

/** Codes of the answers that the routes themselves give. */
export const CODES = {
  /** A parameter is unknown, not supported, or its value is out of bounds. */
  parameter: 20001,
  authenticate: 20003,
  method: 20004,
  /** The test account can do little. */
  notForTests: 20008,
  forbidden: 20403,
  notFound: 20404,
  noTo: 21201,
  url: 21205,
  to: 21211,
  from: 21212,
  noFrom: 21213,
  /** There is no such application. */
  application: 21218,
  machineDetection: 21234,
  /** A parameter of a call on a participant. */
  amdOfCalls: 21263,
  phoneNumber: 21421,
  /** No number of an area code is free. */
  noneInArea: 21452,
  tooMany: 20429,
  internal: 20500,
} as const;
