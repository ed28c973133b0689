import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import type { LogLevel } from "./logger.ts";
import { type DiallingCaps } from "./sip/dialling/dialling-caps.ts";
import type { MediaRelays } from "./rest/account/media-relay.ts";
import { costlyPrefixes, type DiallingRules } from "./sip/dialling/dialling-rules.ts";
import { noStreams, type StreamOptions } from "./sip/transports/transports.ts";
import { exchangeSettings, type Settings, wantedOf } from "./settings.ts";
import { programEnvironment } from "./programs/program-environment.ts";
import { isProgram } from "./programs/find-program.ts";
import { readTrunkFile, TrunkFileError } from "./sip/trunks/trunk-file.ts";
import { openPlan, planOfPeer, type SipPlan } from "./sip/trunks/trunk.ts";
import { readWorkflowFile, WorkflowFileError } from "./workflows/workflow-file.ts";
import type { Workflow } from "./workflows/workflow.ts";

/** The account that the exchange accepts; null lets it make a demo account. */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}

/** Whose requests are answered as the real service would, and do nothing. */
export type TestAccountConfig = Pick<AccountConfig, "sid" | "authToken">;

export interface MediaConfig {
  /** Where RTP and ICE listen. */
  host: string;
  /** UDP ports, inclusive; null lets the system choose. */
  ports: { min: number; max: number } | null;
  /** The address by which the world reaches us, where it is not our own; null without NAT. */
  advertised: string | null;
  /** TURN servers for browsers that cannot reach us; null without. */
  relays: MediaRelays | null;
}

interface Dialling {
  rules: DiallingRules;
  caps: DiallingCaps;
}

export interface ExchangeConfig {
  /** REST, signalling and insights, on loopback; 0 takes a free port. */
  port: number;
  sip: { host: string; port: number; plan: SipPlan; streams: StreamOptions } & Dialling;
  media: MediaConfig;
  account: AccountConfig | null;
  /** Null has none. */
  testAccount: TestAccountConfig | null;
  /** Null keeps nothing on disk. */
  dataFolder: string | null;
  /** Beyond either the oldest make way. */
  recordings: { max: number; maxMegabytes: number };
  /** What carriers have given us, in E.164. */
  givenNumbers: readonly string[];
  /** Whether only verified numbers may be dialled. */
  dialsVerifiedOnly: boolean;
  /** The station's own program that makes text of speech, with its first arguments; null is ours. */
  recogniser: readonly string[] | null;
  /** What programs that we start are given of our environment. */
  programEnvironment: Readonly<Record<string, string>>;
  /** Requests to the REST API a second; null for no bound. */
  restPerSecond: number | null;
  /** Signalling sockets that one address may have at once; null for no bound. */
  socketsPerAddress: number | null;
  /** Browser origins that may use the signalling; empty means those on loopback. */
  allowedOrigins: string[];
  /** Hosts that documents, sounds and callbacks may come from. */
  webhookHosts: string[];
  /** How the tasks of `<Enqueue workflowSid>` come to queues, by sid. */
  workflows: ReadonlyMap<string, Workflow>;
  /** The page that shows what passes through; null is off. */
  inspector: { host: string; port: number } | null;
  /** The sample application of an exchange that is started alone; null is off. */
  samplePort: number | null;
  logLevel: LogLevel;
}

/** A setting with a wrong value; the message names it in one sentence [SR8]. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "config";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the exchange's settings. Throws ConfigError naming the one that is wrong. */
export function readConfig(
  env: Environment = process.env,
  usual: Partial<Record<keyof Settings, string>> = {},
): ExchangeConfig {
  // An empty value is as good as none.
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const given = { ...usual, ...named };
  const parsed = exchangeSettings.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    const wanted = name in wantedOf ? wantedOf[name as keyof Settings] : "another value";
    throw new ConfigError(`${name} has a value that cannot be used: it must be ${wanted}.`);
  }
  return configOf(parsed.data, env);
}

function configOf(settings: Settings, env: Environment): ExchangeConfig {
  if (settings.RTP_PORT_MAX < settings.RTP_PORT_MIN + 1) {
    throw new ConfigError("RTP_PORT_MAX must be greater than RTP_PORT_MIN.");
  }
  return {
    port: settings.EXCHANGE_PORT,
    sip: {
      host: settings.SIP_HOST,
      port: settings.SIP_PORT,
      plan: planOf(settings),
      streams: streamsOf(settings),
      ...diallingOf(settings),
    },
    media: mediaOf(settings),
    account: accountOf(settings),
    testAccount: testAccountOf(settings),
    givenNumbers: settings.NUMBER_POOL,
    dialsVerifiedOnly: settings.DIAL_VERIFIED_ONLY,
    dataFolder: join(resolve(settings.LINEDESK_DATA), "exchange"),
    restPerSecond: settings.REST_PER_SECOND,
    socketsPerAddress: settings.SIGNAL_PER_ADDRESS,
    recogniser: recogniserOf(settings, env),
    programEnvironment: programEnvironment(env),
    recordings: { max: settings.RECORDINGS_MAX, maxMegabytes: settings.RECORDINGS_MAX_MB },
    allowedOrigins: settings.ALLOWED_ORIGINS,
    webhookHosts: settings.WEBHOOK_HOSTS,
    workflows: workflowsOf(settings),
    inspector:
      settings.INSPECTOR_PORT === null
        ? null
        : { host: settings.INSPECTOR_HOST, port: settings.INSPECTOR_PORT },
    samplePort: settings.SAMPLE_PORT,
    logLevel: settings.LOG_LEVEL,
  };
}

/** Trunks come from their file, or there is the one peer. */
function planOf({ SIP_TRUNKS, SIP_PEER }: Settings): SipPlan {
  if (SIP_TRUNKS === undefined) return SIP_PEER === null ? openPlan : planOfPeer(SIP_PEER);
  if (SIP_PEER !== null) throw new ConfigError("SIP_PEER and SIP_TRUNKS cannot both be given.");
  try {
    return readTrunkFile(SIP_TRUNKS);
  } catch (error) {
    if (!(error instanceof TrunkFileError)) throw error;
    throw new ConfigError(`SIP_TRUNKS has a value that cannot be used: ${error.message}.`);
  }
}

function workflowsOf({ WORKFLOWS }: Settings): ExchangeConfig["workflows"] {
  if (WORKFLOWS === undefined) return new Map();
  try {
    return readWorkflowFile(WORKFLOWS);
  } catch (error) {
    if (!(error instanceof WorkflowFileError)) throw error;
    throw new ConfigError(`WORKFLOWS has a value that cannot be used: ${error.message}.`);
  }
}

function streamsOf(settings: Settings): StreamOptions {
  const listensTls = settings.SIP_TRANSPORTS.includes("tls");
  const tls = {
    cert: textOf("SIP_TLS_CERT", settings),
    key: textOf("SIP_TLS_KEY", settings),
    ca: textOf("SIP_TLS_CA", settings),
  };
  if (listensTls && (tls.cert === null || tls.key === null)) {
    throw new ConfigError("SIP_TLS_CERT and SIP_TLS_KEY are needed to listen for SIP over TLS.");
  }
  return {
    ...noStreams,
    listensTcp: settings.SIP_TRANSPORTS.includes("tcp"),
    tlsPort: listensTls ? settings.SIP_TLS_PORT : null,
    tls,
  };
}

function diallingOf(settings: Settings): Dialling {
  return {
    rules: {
      allowed: settings.DIAL_ALLOWED,
      refused: [...costlyPrefixes, ...settings.DIAL_REFUSED],
      emergency: settings.DIAL_EMERGENCY,
    },
    caps: {
      callsPerMinute: settings.DIAL_CALLS_PER_MINUTE,
      concurrentCalls: settings.DIAL_CONCURRENT,
      minutesPerDay: settings.DIAL_MINUTES_PER_DAY,
    },
  };
}

function textOf(
  name: "SIP_TLS_CERT" | "SIP_TLS_KEY" | "SIP_TLS_CA",
  settings: Settings,
): string | null {
  const path = settings[name];
  if (path === undefined) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError(`${name} names ${path}, which cannot be read.`, { cause });
  }
}

/** Sound flows where calls come in; behind a router that is anywhere, unless told where. */
function mediaOf(settings: Settings): MediaConfig {
  const { MEDIA_HOST, MEDIA_ADDRESS, SIP_HOST } = settings;
  const isEverywhere = MEDIA_ADDRESS === "0.0.0.0" || MEDIA_ADDRESS === "::";
  return {
    host: MEDIA_HOST ?? (MEDIA_ADDRESS === null ? addressOfHost(SIP_HOST) : "0.0.0.0"),
    ports: { min: settings.RTP_PORT_MIN, max: settings.RTP_PORT_MAX },
    advertised: isEverywhere ? null : MEDIA_ADDRESS,
    relays: relaysOf(settings),
  };
}

function relaysOf({ TURN_URL, TURN_SECRET }: Settings): MediaRelays | null {
  if ((TURN_URL === undefined) !== (TURN_SECRET === undefined)) {
    throw new ConfigError("TURN_URL and TURN_SECRET must be given together.");
  }
  return TURN_URL === undefined || TURN_SECRET === undefined
    ? null
    : { urls: TURN_URL, secret: TURN_SECRET };
}

/** Media sockets take literal addresses only. */
function addressOfHost(host: string): string {
  if (isIP(host) !== 0) return host;
  return host === "localhost" ? "127.0.0.1" : "0.0.0.0";
}

function testAccountOf(settings: Settings): TestAccountConfig | null {
  const { TWILIO_TEST_ACCOUNT_SID: sid, TWILIO_TEST_AUTH_TOKEN: authToken } = settings;
  if ((sid === undefined) !== (authToken === undefined)) {
    throw new ConfigError(
      "TWILIO_TEST_ACCOUNT_SID and TWILIO_TEST_AUTH_TOKEN must be given together.",
    );
  }
  if (sid !== undefined && sid === settings.TWILIO_ACCOUNT_SID) {
    throw new ConfigError("TWILIO_TEST_ACCOUNT_SID must not be TWILIO_ACCOUNT_SID.");
  }
  return sid === undefined || authToken === undefined ? null : { sid, authToken };
}

/** All four or none: half an account would lock somebody out in silence. */
function accountOf(settings: Settings): AccountConfig | null {
  const account = {
    TWILIO_ACCOUNT_SID: settings.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: settings.TWILIO_AUTH_TOKEN,
    TWILIO_API_KEY: settings.TWILIO_API_KEY,
    TWILIO_API_SECRET: settings.TWILIO_API_SECRET,
  };
  const missing = Object.entries(account).filter(([, value]) => value === undefined);
  if (missing.length === 4) return null;
  const [first] = missing;
  if (first !== undefined) {
    throw new ConfigError(`${first[0]} is missing: the account needs all four of its settings.`);
  }
  return {
    sid: settings.TWILIO_ACCOUNT_SID ?? "",
    authToken: settings.TWILIO_AUTH_TOKEN ?? "",
    apiKey: settings.TWILIO_API_KEY ?? "",
    apiSecret: settings.TWILIO_API_SECRET ?? "",
  };
}

function recogniserOf(
  { SPEECH_RECOGNISER: command }: Settings,
  env: Environment,
): ExchangeConfig["recogniser"] {
  const program = command?.[0];
  if (program !== undefined && !isProgram(program, env["PATH"] ?? "")) {
    throw new ConfigError(
      `SPEECH_RECOGNISER names ${program}, which is no program that can be run.`,
    );
  }
  return command;
}
