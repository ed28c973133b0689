import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallTimeouts } from "../calls/live/call-timeouts.ts";
import type { EdgeDialers } from "../calls/placing/dialers.ts";
import type { RecordingLimits } from "../calls/recordings/recording-repository.ts";
import type { CallLimits } from "../calls/registry/call-registry.ts";
import type { SpeechOptions } from "./create-audio.ts";
import type { WebhookOptions } from "./create-webhooks.ts";

export interface ControlSettings extends CallTimeouts, CallLimits, RecordingLimits, SpeechOptions {
  /** The folder of the state file; null stores numbers and applications in memory. */
  dataFolder: string | null;
  /** The numbers that carriers have given to the station, in E.164; REST takes them in order. */
  poolNumbers: readonly string[];
}

export interface ControlOptions {
  media: MediaPort;
  /** May be set later with `setDialers`, because the edges need the intake first. */
  dialers?: EdgeDialers;
  webhooks: WebhookOptions;
  account: { sid: string; authToken: string };
  clock?: Clock;
  logger: Logger;
  defaults?: Partial<ControlSettings>;
}
