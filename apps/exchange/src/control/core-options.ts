import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Recogniser } from "@linedesk/speech";
import type { CoreDefaults } from "../calls/live/core-defaults.ts";
import type { Dialers } from "../calls/placing/call-placer.ts";
import type { Workflow } from "../calls/workflows/workflow.ts";
import type { HttpSender } from "../webhooks/http-sender.ts";

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
