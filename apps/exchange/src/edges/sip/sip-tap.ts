import type { SipAddress } from "@linedesk/sip";

/** Records every SIP message; there is none without an inspector. */
export interface SipTap {
  sipMessage(direction: "in" | "out", message: Buffer, far: SipAddress): void;
}
