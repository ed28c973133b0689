import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { LegSink } from "../../../calls/legs/leg.ts";
import type { SignallingLimits } from "../access/limits.ts";
import type { ClientLink } from "../presence/client-link.ts";

export interface BrowserLegOptions {
  identity: string;
  accountSid: string;
  media: MediaPort;
  clock: Clock;
  limits: Pick<SignallingLimits, "restarts">;
  logger: Logger;
  /** Whether a device is in a call of its own. */
  isInCall: (link: ClientLink) => boolean;
  /** Called once; the registry forgets the leg some time later. */
  onEnded: () => void;
}

/** Where the SDK placed the call, or which devices we ring. */
export type BrowserLegStart =
  | {
      side: "calling";
      link: ClientLink;
      clientSid: string;
      offerSdp: string;
      /** The page wants the path open before the call is answered. */
      opensEarly: boolean;
    }
  | { side: "called"; links: ClientLink[]; callSid: string; sink: LegSink };
