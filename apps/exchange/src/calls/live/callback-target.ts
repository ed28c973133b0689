import type { HttpMethod } from "@linedesk/base";

export const CALL_CALLBACK_EVENTS = ["initiated", "ringing", "answered", "completed"] as const;
export type CallCallbackEvent = (typeof CALL_CALLBACK_EVENTS)[number];

export interface CallbackTarget {
  url: string;
  method: HttpMethod;
  /** An empty list means only `completed`. */
  events: CallCallbackEvent[];
}
