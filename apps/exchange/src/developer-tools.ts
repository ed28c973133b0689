import type { Logger } from "pino";

import type { SipAddress } from "@linedesk/sip";
import type { ExchangeControl } from "./control/exchange-control.ts";
import type { AccountConfig } from "./directory/account-config.ts";
import type { FrameTap } from "./edges/signalling/session/frame-tap.ts";
import type { SipTap } from "./edges/sip/sip-tap.ts";
import type { HttpSender } from "./webhooks/http-sender.ts";

/** Records what the edges send and receive, and shows it on a page. */
export interface TrafficInspector {
  readonly frames: FrameTap;
  readonly sip: SipTap;
  wrapSender(send: HttpSender): HttpSender;
  /** Answers the page's address. Throws StartError when the port is not to be had. */
  open(
    control: Pick<ExchangeControl, "calls" | "conferences">,
    where: { rest: string; sip: SipAddress },
  ): Promise<string>;
  close(): Promise<void>;
}

/**
 * What an exchange has for who writes an application. `standalone.ts` alone gives it; the exchange
 * of a station has none, whatever its settings are.
 */
export interface DeveloperTools {
  /** Null where it is off. */
  createInspector(deps: { account: AccountConfig; logger: Logger }): TrafficInspector | null;
}
