import type { Logger } from "pino";

import type { Dialers } from "../calls/outgoing/call-placer.ts";
import type { MediaPort } from "../media/media-port.ts";
import type { Recogniser } from "../recognition/recogniser.ts";
import type { HttpSender } from "../webhooks/http-sender.ts";
import type { Workflow } from "../workflows/workflow.ts";
import type { Clock } from "./clock.ts";
import type { CoreDefaults } from "./core-defaults.ts";

export interface CoreOptions {
  media: MediaPort;
  /** May be set later with `setDialers`, because the edges need the intake first. */
  dialers?: Dialers;
  webhooks: {
    /** Hosts that documents, sounds and callbacks may come from: `host`, `host:port` or `*`. */
    allowedHosts: string[];
    /** For tests; node's own HTTP otherwise. */
    sender?: HttpSender;
    /** Puts itself before the sender. */
    watch?: (send: HttpSender) => HttpSender;
  };
  account: { sid: string; authToken: string };
  /** By sid; none unless given. */
  workflows?: ReadonlyMap<string, Workflow>;
  clock?: Clock;
  logger: Logger;
  /** For tests; that of the settings otherwise. */
  recogniser?: Recogniser;
  defaults?: Partial<CoreDefaults>;
}
