import { type Clock, systemClock } from "@linedesk/base";
import {
  addressToward,
  CachingResolver,
  ipFamily,
  hostPort,
  noStreams,
  openTransports,
  type TransportsDeps,
  type SipAddress,
  type SipLogger,
  type SipResolver,
  type SipTransport,
  type StreamLimits,
  type StreamOptions,
  systemDns,
} from "@linedesk/sip";
import type { CallIntake, Dialer } from "../../calls/legs/leg.ts";
import { defaultSipLimits, type SipLimits } from "./access/sip-limits.ts";
import { type DiallingCaps, noCaps, type MinutesStore } from "./dialling/dialling-caps.ts";
import type { DiallingRules } from "./dialling/dialling-rules.ts";
import type { SipMedia } from "./dialogs/sip-call-deps.ts";
import { SipCore } from "./sip-core.ts";
import type { SipTap } from "./sip-tap.ts";
import type { TrunkReading } from "./trunks/trunk-registry.ts";
import type { TrunkAccess } from "./trunks/trunk-report.ts";
import { openPlan, type SipPlan } from "./trunks/trunk.ts";

export interface SipOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The address by which the world sees us; null without NAT. */
  advertisedAddress: string | null;
  media: SipMedia;
  /** Where the media listens, `0.0.0.0` or `::` for every interface; as each port says without. */
  mediaHost?: string;
  intake: CallIntake;
  /** Whom calls come from and go to; without it everybody may call in and no number out. */
  plan?: SipPlan;
  /** What may be dialled; without them every number, and without caps as often as one likes. */
  rules?: DiallingRules;
  caps?: DiallingCaps;
  usedMinutes?: MinutesStore;
  /** TCP and TLS; UDP alone without it. */
  streams?: StreamOptions;
  resolver?: SipResolver;
  limits?: Partial<SipLimits>;
  /** Of connections by TCP and TLS. */
  streamLimits?: Partial<StreamLimits>;
  clock?: Clock;
  logger: SipLogger;
  tap?: SipTap | null;
}

export interface SipEndpoint {
  /** Of UDP. */
  address: SipAddress;
  portOf: (transport: SipTransport) => number;
  dialer: Dialer;
  readTrunks: () => TrunkReading[];
  trunks: TrunkAccess;
  /** Hangs up every call, waits a moment for the far ends' answers, closes the ports. */
  close: () => Promise<void>;
}

const SHUTDOWN_TIMEOUT_MS = 1000;
const SHUTDOWN_POLL_MS = 20;

/** The transports open before the core is there: what comes meanwhile is dropped. */
interface EarlyCore {
  core: SipCore | null;
}

/** Opens the SIP ports of the exchange; throws SipListenError when one is not to be had. */
export async function startSip(options: SipOptions): Promise<SipEndpoint> {
  const { host, advertisedAddress, clock = systemClock, tap = null } = options;
  const early: EarlyCore = { core: null };
  const transports = await openTransports({
    host,
    port: options.port,
    streams: options.streams ?? noStreams,
    clock,
    limits: options.streamLimits ?? {},
    ...connectCore(early, options),
  });
  const local = { host, advertisedAddress };
  const { media, intake, logger, usedMinutes } = options;
  const core = new SipCore({
    clock,
    logger,
    media,
    intake,
    limits: { ...defaultSipLimits, ...options.limits },
    routes: {
      plan: options.plan ?? openPlan,
      resolver: options.resolver ?? new CachingResolver(systemDns(ipFamily(host)), clock),
    },
    dialling: {
      rules: options.rules ?? null,
      caps: options.caps ?? noCaps,
      ...(usedMinutes === undefined ? {} : { usedMinutes }),
    },
    network: {
      onBanned: (address) => transports.disconnect(address),
      send: (message, target) => {
        tap?.sipMessage("out", message, target);
        transports.send(message, target);
      },
      sentBy: ({ address, transport = "udp" }) =>
        hostPort(addressToward(address, local), transports.portOf(transport)),
      // A port on every interface has as many addresses: named is the one nearest to the far end.
      mediaAddress: (remote, rtpAddress) =>
        addressToward(remote, { host: options.mediaHost ?? rtpAddress, advertisedAddress }),
    },
  });
  early.core = core;
  core.start();
  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    core.hangUpAll();
    await untilIdle(core, clock);
    core.close();
    await transports.close();
  }
  return {
    address: transports.address,
    portOf: transports.portOf,
    dialer: core,
    readTrunks: () => core.readTrunks(),
    trunks: core.trunks,
    close: () => (closing ??= close()),
  };
}

/** What the transports ask of the core, and what they tell it. */
function connectCore(
  early: EarlyCore,
  { logger, tap = null }: SipOptions,
): Pick<TransportsDeps, "access" | "events"> {
  return {
    access: {
      mayConnect: (address) => early.core?.acceptsAddress(address) ?? true,
      onAbuse: (address) => early.core?.recordAbuse(address),
    },
    events: {
      onMessage: (message, source) => {
        tap?.sipMessage("in", message, source);
        early.core?.handleDatagram(message, source);
      },
      onClosed: (remote) => early.core?.handleClosed(remote),
      onError: (error) => logger.error({ err: error }, "SIP socket failed"),
      onSendError: (target, error) => {
        logger.warn({ err: error }, "SIP message could not be sent");
        early.core?.handleSendError(target);
      },
    },
  };
}

async function untilIdle(core: SipCore, clock: Clock): Promise<void> {
  const endMs = clock.elapsedMs() + SHUTDOWN_TIMEOUT_MS;
  while (!core.isIdle && clock.elapsedMs() < endMs) {
    await new Promise<void>((resolve) => void clock.after(SHUTDOWN_POLL_MS, resolve));
  }
}
