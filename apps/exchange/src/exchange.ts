import type { Logger } from "pino";

import {
  backgroundClock,
  createAddressPolicy,
  createUrlPolicy,
  type HttpTimeouts,
  type PartFacts,
  RenewedFiles,
  systemClock,
} from "@linedesk/base";
import { type MediaPort, type RunningMedia, startMedia } from "@linedesk/media";
import { CallJournal } from "./calls/registry/call-journal.ts";
import type { ExchangeConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { createExchangeControl } from "./control/create-exchange-control.ts";
import type { ExchangeControl } from "./control/exchange-control.ts";
import type { AccountConfig } from "./directory/account-config.ts";
import { demoAccount } from "./directory/demo-account.ts";
import { Drain } from "./drain.ts";
import type { SignallingLimits } from "./edges/signalling/access/limits.ts";
import type { SipLimits } from "./edges/sip/access/sip-limits.ts";
import { MinutesFile } from "./edges/sip/dialling/minutes-file.ts";
import type { SipEndpoint } from "./edges/sip/sip-endpoint.ts";
import { openHttpEdge } from "./http-edge.ts";
import { OpenParts } from "./open-parts.ts";
import { openSipEdge } from "./sip-edge.ts";
import { type DataFolder, openDataFolder } from "./storage/data-folder.ts";
import { DrainMark } from "./storage/drain-mark.ts";
import { createTrunkSource } from "./trunk-source.ts";
import type { HttpSender } from "./webhooks/http-sender.ts";

export interface ExchangeOptions {
  logger?: Logger;
  /** Is called when a part that every call needs has ended; the process should restart. */
  onFatal?: (error: Error) => void;
  signallingLimits?: Partial<SignallingLimits>;
  sipLimits?: Partial<SipLimits>;
  httpTimeouts?: Partial<HttpTimeouts>;
  traffic?: TrafficWatch;
  /**
   * Resolves when the previous exchange has ended. Until then, a successor creates only the parts
   * that need neither a port nor a file.
   */
  untilFree?: () => Promise<void>;
}

export interface TrafficWatch {
  wrapSender(send: HttpSender): HttpSender;
  watchCalls(calls: Pick<ExchangeControl["calls"], "onChange">): void;
}

export interface Exchange {
  /** The URL `http://127.0.0.1:port` serves REST, `/v4`, `/inspect` and `/health`. */
  url: string;
  signalUrl: string;
  sip: { address: string; port: number };
  account: AccountConfig;
  /** Returns the number of live calls and of ticks of the media thread, for the supervisor. */
  readFacts(): PartFacts;
  /** Reads again the files that can change during calls: the certificate of SIP over TLS. */
  reload(): Promise<void>;
  /**
   * Resolves when the process may end without a message to the far ends, because the next start
   * continues the calls. With `KEEP_CALLS=off` it ends the calls, as `close` does.
   */
  leave(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts media, control, SIP, signalling and REST. If a port or the data folder is unavailable, it
 * closes everything and throws StartError.
 */
export async function startExchange(
  config: ExchangeConfig,
  options: ExchangeOptions = {},
): Promise<Exchange> {
  const logger = options.logger ?? createLogger(config.log);
  const parts = new OpenParts();
  try {
    return await openParts(config, { ...options, logger }, parts);
  } catch (error) {
    await parts.close(logger);
    throw error;
  }
}

type OpenOptions = ExchangeOptions & { logger: Logger };

async function openParts(
  config: ExchangeConfig,
  options: OpenOptions,
  parts: OpenParts,
): Promise<Exchange> {
  const { logger } = options;
  const { account, media, control, sip, drain } = await openCalls(config, options, parts);
  const { edges, reports } = control;
  const certificate = watchCertificate(config, sip, logger);
  parts.add(async () => certificate?.close());
  const edge = await openHttpEdge({
    config,
    drain,
    control,
    media,
    account,
    logger,
    limits: { signalling: options.signallingLimits, timeouts: options.httpTimeouts },
    sip: {
      readTrunks: sip.readTrunks,
      trunks: createTrunkSource(sip, config.media.advertised),
    },
  });
  parts.add(() => edge.close());
  edges.setDialers({ client: edge.dialer });
  // The parts close in reverse order. This last registration ends the calls first, while every part
  // can still report their end.
  parts.add(() => control.close());
  const address = await edge.listen();
  // This ends the calls that cannot continue. It comes last, because these calls must not end if a
  // port is unavailable.
  edges.start(`http://${address}`);
  let closing: Promise<void> | null = null;
  function close() {
    drain.close();
    return (closing ??= parts.close(logger));
  }
  function leave() {
    drain.close();
    return control.leave();
  }
  return {
    url: `http://${address}`,
    signalUrl: `ws://${address}`,
    sip: sip.address,
    account,
    reload: async () => certificate?.check(),
    readFacts: () => ({ calls: reports.load.calls, media: media.readTicks() }),
    leave: config.keepsCalls ? leave : close,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Opens everything that the calls of the previous exchange need, and starts their sound. */
async function openCalls(config: ExchangeConfig, options: OpenOptions, parts: OpenParts) {
  const { logger } = options;
  const held: { folder: DataFolder | null } = { folder: null };
  parts.add(async () => held.folder?.close());
  const media = await openMedia(config, options);
  parts.add(() => media.close());
  if (options.untilFree !== undefined) {
    rehearseStart(config, logger);
    await options.untilFree();
  }
  // Acquires the lock before any read, because the files of a running and of a crashed exchange
  // look the same.
  held.folder = config.dataFolder === null ? null : await openDataFolder(config.dataFolder);
  const account = config.account ?? (await demoAccount(config.dataFolder));
  const control = openControl(config, { account, media, logger, traffic: options.traffic });
  parts.add(() => control.close());
  const minutes = config.dataFolder === null ? null : new MinutesFile(config.dataFolder, logger);
  parts.add(async () => minutes?.flush());
  const { maxBySip: maxDialogs, maxPerAddress: maxPerSource } = config.calls;
  const limits = { maxDialogs, maxPerSource, ...options.sipLimits };
  const { edges, calls, reports } = control;
  const mark = new DrainMark(config.dataFolder);
  const isDraining = mark.isSet;
  const sip = await openSipEdge({ config, edges, media, logger, limits, minutes, isDraining });
  parts.add(() => sip.close());
  edges.setDialers({ sip: sip.dialer });
  // After a failed start, the control releases the calls that continue before the SIP edge closes,
  // because the SIP edge would end them.
  parts.add(() => control.close());
  // The callers of the previous exchange hear silence until now, so HTTP starts later.
  await edges.resume();
  sip.handleResumed();
  const { setDraining } = sip;
  const countCalls = () => reports.load.calls;
  const drain = new Drain({ mark, setDraining, calls, countCalls, logger });
  return { account, media, control, sip, drain };
}

/**
 * Reads the calls of the running exchange and discards them, because the first read compiles the
 * code and the schemas. During the take-over, callers would hear nothing while these compile.
 */
function rehearseStart({ dataFolder: folder }: ExchangeConfig, logger: Logger): void {
  // The last line may be half written, which is no fault.
  const silent = logger.child({}, { level: "silent" });
  new CallJournal({ folder, clock: systemClock, logger: silent }).load();
}

/**
 * Applies a renewed certificate without a restart, which would end calls. Returns `null` without
 * TLS files.
 */
function watchCertificate(
  { sip: { readTls: read, streams } }: ExchangeConfig,
  { renewTls: apply }: Pick<SipEndpoint, "renewTls">,
  logger: Logger,
) {
  return read === null
    ? null
    : new RenewedFiles({
        clock: backgroundClock,
        read: async () => read(),
        used: streams.tls,
        apply,
        onRenewed: () => logger.info("SIP certificate renewed"),
        onRefused: (err) => logger.error({ err }, "SIP certificate renewal refused"),
      });
}

async function openMedia(
  config: ExchangeConfig,
  { logger, onFatal }: OpenOptions,
): Promise<RunningMedia> {
  const { host, ports, advertised } = config.media;
  const policy = createUrlPolicy(config.webhookHosts);
  return await startMedia({
    network: {
      bindAddress: host,
      ...(ports === null ? {} : { portRange: ports }),
      advertise: advertised === null ? [] : [advertised],
    },
    maxLegs: config.calls.max,
    isAllowedUrl: (url) => policy(url.href).allowed,
    isAllowedAddress: createAddressPolicy(config.webhookHosts),
    onFault: (message) => logger.error({ fault: message }, "media worker reported an error"),
    onPriorityRefused: () => logger.info("media worker priority refused"),
    onFailure(error) {
      logger.fatal({ err: error }, "media worker ended with all calls");
      onFatal?.(error);
    },
  });
}

interface OpenControlDeps {
  account: AccountConfig;
  media: MediaPort;
  logger: Logger;
  traffic: TrafficWatch | undefined;
}

function openControl(
  config: ExchangeConfig,
  { account, media, logger, traffic }: OpenControlDeps,
): ExchangeControl {
  const control = createExchangeControl({
    media,
    account: { sid: account.sid, authToken: account.authToken },
    webhooks: {
      allowedHosts: config.webhookHosts,
      ...(traffic === undefined ? {} : { watch: (send) => traffic.wrapSender(send) }),
    },
    logger: logger.child({ part: "calls" }),
    defaults: {
      dataFolder: config.dataFolder,
      liveCallLimit: config.calls.max,
      programEnvironment: config.programEnvironment,
      recordingLimit: config.recordings.max,
      recordingBytesLimit: config.recordings.maxMegabytes * 1024 ** 2,
      poolNumbers: config.poolNumbers,
      keepsCalls: config.keepsCalls,
    },
  });
  traffic?.watchCalls(control.calls);
  return control;
}
