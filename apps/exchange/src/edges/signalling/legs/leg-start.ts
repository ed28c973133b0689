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
  isInCall: (link: ClientLink) => boolean;
  onEnded: () => void;
}

export type BrowserLegStart =
  | {
      side: "calling";
      link: ClientLink;
      clientSid: string;
      offerSdp: string;
      opensEarly: boolean;
    }
  | { side: "called"; links: ClientLink[]; callSid: string; sink: LegSink };
