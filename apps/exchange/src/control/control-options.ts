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
  /** The folder of the state file; `null` keeps numbers and applications in memory. */
  dataFolder: string | null;
  /** Is true when calls continue after a crash of the exchange. */
  keepsCalls: boolean;
  /** The numbers that carriers have assigned to us, in E.164; REST assigns them in order. */
  poolNumbers: readonly string[];
}

export interface ControlOptions {
  media: MediaPort;
  /** `setDialers` may set these later, because the edges need the intake first. */
  dialers?: EdgeDialers;
  webhooks: WebhookOptions;
  account: { sid: string; authToken: string };
  clock?: Clock;
  logger: Logger;
  defaults?: Partial<ControlSettings>;
}
