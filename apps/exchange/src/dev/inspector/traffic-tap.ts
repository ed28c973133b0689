import type { SipAddress } from "@linedesk/sip";
import type { HttpSender } from "../../webhooks/http-sender.ts";

export type Direction = "in" | "out";

/**
 * Who looks on at the exchange's edges. There is none unless the inspector is on, so each edge
 * asks with `?.`: without one nothing is noted, copied or formatted [XN32].
 */
export interface TrafficTap {
  /** A socket has opened; answers the id that its frames bear. */
  socketOpened(): number;
  frame(socket: number, direction: Direction, text: string): void;
  socketClosed(socket: number): void;
  sipMessage(direction: Direction, message: Buffer, far: SipAddress): void;
  /** Puts itself before what sends webhooks. */
  wrapSender(send: HttpSender): HttpSender;
}
