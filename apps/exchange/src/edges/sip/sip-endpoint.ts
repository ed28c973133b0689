import { type Clock, systemClock } from "@linedesk/base";
import {
  addressToward,
  CachingResolver,
  ipFamily,
  hostPort,
  noStreams,
  openTransports,
  type Transports,
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
import { noMarker, type WorkMarker } from "../../storage/work-marker.ts";
import { defaultSipLimits, type SipLimits } from "./access/sip-limits.ts";
import { noCaps } from "./dialling/dialling-caps.ts";
import type { SipMedia } from "./dialogs/sip-call-deps.ts";
import type { RegistrationStore } from "./registration/registration-file.ts";
import { SipCore, type SipCoreDeps } from "./sip-core.ts";
import type { TrunkReading } from "./trunks/trunk-registry.ts";
import type { TrunkAccess } from "./trunks/trunk-report.ts";
import { openPlan, type SipPlan } from "./trunks/trunk.ts";

export interface SipOptions {
  network: SipNetworkOptions;
  media: SipMedia;
  intake: CallIntake;
  routes?: SipRoutes;
  dialling?: Partial<SipCoreDeps["dialling"]>;
  limits?: Partial<SipLimits>;
  clock?: Clock;
  logger: SipLogger;
  marker?: Pick<WorkMarker, "run">;
  registrations?: RegistrationStore;
  isResuming?: boolean;
  isDraining?: boolean;
}

export interface SipNetworkOptions {
  host: string;
  port: number;
  /** Our public address; `null` without NAT. */
  advertisedAddress: string | null;
  /**
   * The address on which media listens: `0.0.0.0` or `::` for all interfaces. Without it, the SDP
   * names the address to which the RTP port of the call is bound.
   */
  mediaHost?: string;
  /** The options of TCP and TLS. Without them the exchange listens only on UDP. */
  streams?: StreamOptions;
  streamLimits?: Partial<StreamLimits>;
}

export interface SipRoutes {
  /** Without a plan every sender may call in, and no number can be dialled. */
  plan?: SipPlan;
  resolver?: SipResolver;
}

export interface SipEndpoint {
  /** The address of the UDP port. */
  address: SipAddress;
  portOf: (transport: SipTransport) => number;
  dialer: Dialer;
  /**
   * Call this when all calls from before a restart continue. Requests of other calls then get 481.
   */
  handleResumed: () => void;
  /**
   * Begins or ends the drain. During the drain, new SIP calls are refused, and the trunks are
   * unregistered.
   */
  setDraining: (isDraining: boolean) => void;
  readTrunks: () => TrunkReading[];
  trunks: TrunkAccess;
  /** Uses renewed files for new TLS connections. Throws when they are invalid. */
  renewTls: (tls: StreamOptions["tls"]) => void;
  /** Hangs up every call, waits up to a second for the answers, and closes the ports. */
  close: () => Promise<void>;
}

/**
 * The wait for the last ACKs. If an ACK is lost, the far end sends it again when we repeat the
 * answer, after 500 ms.
 */
const ACK_WAIT_MS = 700;
const GOODBYE_WAIT_MS = 300;
const SHUTDOWN_POLL_MS = 20;

interface EarlyCore {
  core: SipCore | null;
}

/** Opens the SIP ports of the exchange; throws SipListenError when a port is unavailable. */
export async function startSip(options: SipOptions): Promise<SipEndpoint> {
  const { network, media, intake, logger, routes = {}, clock = systemClock } = options;
  const { host, advertisedAddress } = network;
  const early: EarlyCore = { core: null };
  const transports = await openTransports({
    host,
    port: network.port,
    streams: network.streams ?? noStreams,
    clock,
    limits: network.streamLimits ?? {},
    ...connectCore(early, logger),
  });
  const local = { host, advertisedAddress };
  const core = new SipCore({
    clock,
    logger,
    media,
    intake,
    marker: options.marker ?? noMarker,
    isResuming: options.isResuming ?? false,
    isDraining: options.isDraining ?? false,
    ...(options.registrations === undefined ? {} : { registrations: options.registrations }),
    limits: { ...defaultSipLimits, ...options.limits },
    routes: {
      plan: routes.plan ?? openPlan,
      resolver: routes.resolver ?? new CachingResolver(systemDns(ipFamily(host)), clock),
    },
    // Without rules every number is allowed, and without limits there is no maximum.
    dialling: { rules: null, caps: noCaps, ...options.dialling },
    network: {
      onBanned: (address) => transports.disconnect(address),
      send: (message, target) => transports.send(message, target),
      sentBy: ({ address, transport = "udp" }) =>
        hostPort(addressToward(address, local), transports.portOf(transport)),
      // A port on all interfaces has many addresses. The SDP names the one that is nearest to the
      // far end.
      mediaAddress: (remote, rtpAddress) =>
        addressToward(remote, { host: network.mediaHost ?? rtpAddress, advertisedAddress }),
    },
  });
  early.core = core;
  core.start();
  const trunks = listenForTrunks(core.trunks, { transports, logger });
  let closing: Promise<void> | null = null;
  return {
    address: transports.address,
    portOf: transports.portOf,
    dialer: core,
    handleResumed: () => core.handleResumed(),
    setDraining: (isDraining) => core.setDraining(isDraining),
    readTrunks: () => core.readTrunks(),
    trunks,
    renewTls: transports.renewTls,
    close: () => (closing ??= closeSip(core, transports, clock)),
  };
}

async function closeSip(core: SipCore, transports: Transports, clock: Clock): Promise<void> {
  core.hangUpAll();
  await untilIdle(core, clock, ACK_WAIT_MS);
  core.sendByesNow();
  await untilIdle(core, clock, GOODBYE_WAIT_MS);
  core.close();
  await transports.close();
}

/** Lets the exchange listen on each transport of a trunk, because calls come over it too. */
function listenForTrunks(
  trunks: TrunkAccess,
  { transports, logger }: { transports: Transports; logger: SipLogger },
): TrunkAccess {
  function listen(): void {
    for (const transport of new Set(trunks.list().map((trunk) => trunk.transport))) {
      transports
        .listenFor(transport)
        .catch((error: unknown) => logger.error({ err: error }, "SIP transport listen failed"));
    }
  }
  listen();
  return {
    list: () => trunks.list(),
    test: (sid) => trunks.test(sid),
    probe: (trunk) => trunks.probe(trunk),
    replaceAdded(given) {
      trunks.replaceAdded(given);
      listen();
    },
  };
}

function connectCore(
  early: EarlyCore,
  logger: SipLogger,
): Pick<TransportsDeps, "access" | "events" | "findAuthority"> {
  return {
    findAuthority: (serverName) => early.core?.findAuthority(serverName) ?? null,
    access: {
      mayConnect: (address) => early.core?.acceptsAddress(address) ?? true,
      isUntrusted: (address) => early.core?.isUntrusted(address) ?? false,
      onAbuse: (address) => early.core?.recordAbuse(address),
    },
    events: {
      onMessage: (message, source) => early.core?.handleDatagram(message, source),
      onClosed: (remote) => early.core?.handleClosed(remote),
      onError: (error) => logger.error({ err: error }, "SIP socket failed"),
      onSendError: (target, error) => {
        logger.warn({ err: error }, "SIP message send failed");
        early.core?.handleSendError(target, error);
      },
    },
  };
}

async function untilIdle(core: SipCore, clock: Clock, atMostMs: number): Promise<void> {
  const endMs = clock.elapsedMs() + atMostMs;
  while (!core.isIdle && clock.elapsedMs() < endMs) {
    await new Promise<void>((resolve) => void clock.after(SHUTDOWN_POLL_MS, resolve));
  }
}
