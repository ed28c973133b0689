import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import { createInternalDialer } from "../calls/legs/create-internal-dialer.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import { CallDialler } from "../calls/placing/call-dialler.ts";
import { CallFactory } from "../calls/placing/call-factory.ts";
import { Dialers } from "../calls/placing/dialers.ts";
import type { CallRegistry } from "../calls/registry/call-registry.ts";
import type { Webhooks } from "./create-webhooks.ts";
import type { Directory } from "./open-directory.ts";

interface PlacingDeps {
  accountSid: string;
  clock: Clock;
  logger: Logger;
  media: MediaPort;
  webhooks: Webhooks;
  directory: Directory;
  registry: CallRegistry;
  intake: () => CallIntake;
}

export interface Placing {
  factory: CallFactory;
  dialers: Dialers;
  dialler: CallDialler;
}

export function createPlacing(deps: PlacingDeps): Placing {
  const { accountSid, clock, logger, media, webhooks, directory, registry } = deps;
  const { outbox, notifications } = webhooks;
  const { numbers } = directory;
  const factory = new CallFactory({ media, clock, outbox, notifications, registry });
  const internal = createInternalDialer(media, deps.intake);
  const dialers = new Dialers({ numbers, internal });
  const dialler = new CallDialler({
    accountSid,
    clock,
    logger,
    numbers,
    registry,
    factory,
    dialers,
  });
  return { factory, dialers, dialler };
}
