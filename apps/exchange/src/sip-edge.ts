import type { Logger } from "pino";

import type { ExchangeConfig } from "./config/config.ts";
import type { ExchangeCore } from "./core/exchange-core.ts";
import type { Onlooker } from "./inspector/onlooker.ts";
import type { MediaPort } from "./media/media-port.ts";
import type { MinutesFile } from "./sip/dialling/minutes-file.ts";
import { startSip, type SipEndpoint } from "./sip/sip-endpoint.ts";
import type { SipLimits } from "./sip/sip-limits.ts";
import { StartError } from "./start-error.ts";

export interface SipEdgeOptions {
  config: ExchangeConfig;
  core: ExchangeCore;
  media: MediaPort;
  logger: Logger;
  limits: Partial<SipLimits>;
  /** Null where nothing is kept on disk. */
  minutes: MinutesFile | null;
  onlooker: Onlooker | null;
}

/** SIP on its port, and on those of TCP and TLS. Throws StartError where one is not to be had. */
export async function openSipEdge({
  config,
  core,
  media,
  logger,
  limits,
  minutes,
  onlooker,
}: SipEdgeOptions): Promise<SipEndpoint> {
  const { host, port, plan, streams, caps } = config.sip;
  const rules = config.dialsVerifiedOnly
    ? { ...config.sip.rules, isVerified: (number: string) => core.isVerified(number) }
    : config.sip.rules;
  try {
    return await startSip({
      host,
      port,
      plan,
      streams,
      rules,
      caps,
      ...(minutes === null ? {} : { usedMinutes: minutes }),
      advertisedAddress: config.media.advertised,
      media,
      mediaHost: config.media.host,
      intake: core.intake,
      limits,
      logger: logger.child({ part: "sip" }),
      onlooker,
    });
  } catch (error) {
    throw StartError.from(error, { setting: "SIP_PORT", port });
  }
}
