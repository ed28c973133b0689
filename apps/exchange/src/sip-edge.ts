import type { Logger } from "pino";

import { deriveRehearsalPassword, REHEARSAL_NUMBERS, StartError } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import { SipListenError } from "@linedesk/sip";
import type { ExchangeConfig } from "./config/config.ts";
import type { EdgeAccess } from "./control/exchange-control.ts";
import type { SipLimits } from "./edges/sip/access/sip-limits.ts";
import type { MinutesFile } from "./edges/sip/dialling/minutes-file.ts";
import { RegistrationFile } from "./edges/sip/registration/registration-file.ts";
import { startSip, type SipEndpoint } from "./edges/sip/sip-endpoint.ts";
import type { SipPlan } from "./edges/sip/trunks/trunk.ts";

export interface SipEdgeOptions {
  config: ExchangeConfig;
  edges: Pick<EdgeAccess, "intake" | "isVerified" | "marker">;
  media: MediaPort;
  logger: Logger;
  limits: Partial<SipLimits>;
  minutes: MinutesFile | null;
  isDraining: boolean;
}

/**
 * Opens the SIP ports: UDP, and TCP and TLS if they are set. Throws StartError when one is
 * unavailable.
 */
export async function openSipEdge({
  config,
  edges,
  media,
  logger,
  limits,
  minutes,
  isDraining,
}: SipEdgeOptions): Promise<SipEndpoint> {
  const { host, port, plan, streams, caps } = config.sip;
  const rules = config.dialsVerifiedOnly
    ? { ...config.sip.rules, isVerified: (number: string) => edges.isVerified(number) }
    : config.sip.rules;
  try {
    return await startSip({
      network: {
        host,
        port,
        advertisedAddress: config.media.advertised,
        mediaHost: config.media.host,
        streams,
      },
      media,
      intake: edges.intake,
      marker: edges.marker,
      isResuming: true,
      isDraining,
      routes: { plan: withRehearsalCallers(plan, config.account) },
      ...(config.dataFolder === null
        ? {}
        : { registrations: new RegistrationFile(config.dataFolder, logger) }),
      dialling: { rules, caps, ...(minutes === null ? {} : { usedMinutes: minutes }) },
      limits,
      logger: logger.child({ part: "sip" }),
    });
  } catch (error) {
    const isTls = error instanceof SipListenError && error.port === streams.tlsPort;
    throw isTls
      ? StartError.from(error, { setting: "SIP_TLS_PORT", port: error.port })
      : StartError.from(error, { setting: "SIP_PORT", port });
  }
}

/** Rehearsal callers call by SIP, each as a telephone of the exchange. */
function withRehearsalCallers(plan: SipPlan, account: ExchangeConfig["account"]): SipPlan {
  if (account === null) {
    return plan;
  }
  const password = deriveRehearsalPassword(account.authToken);
  const callers = REHEARSAL_NUMBERS.map((username) => ({ username, password, isInternal: true }));
  return { ...plan, phones: [...plan.phones, ...callers] };
}
