import type { HttpMethod } from "@linedesk/base";

export type CallCallbackEvent =
  | "initiated"
  | "ringing"
  | "answered"
  | "completed"
  /**
   * An extension of ours: what the call sounds like, every 10 s and when that changes for the
   * worse.
   */
  | "quality";

export interface CallbackTarget {
  url: string;
  method: HttpMethod;
  /** Empty means `completed` alone. */
  events: CallCallbackEvent[];
}

/** Another target, or another way to tell the one that there is. */
export type CallbackChange = CallbackTarget | Partial<Omit<CallbackTarget, "url">>;
