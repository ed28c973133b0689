import { readFileSync } from "node:fs";

import { COSTLY_PREFIXES } from "@linedesk/base";
import { noStreams, type StreamOptions } from "@linedesk/sip";
import type { DiallingCaps } from "../edges/sip/dialling/dialling-caps.ts";
import { type DiallingRules } from "../edges/sip/dialling/dialling-rules.ts";
import { readTrunkFile, TrunkFileError } from "../edges/sip/trunks/trunk-file.ts";
import { openPlan, createPeerPlan, type SipPlan } from "../edges/sip/trunks/trunk.ts";
import { ConfigError } from "./config-error.ts";
import type { Settings } from "./settings.ts";

export interface SipConfig {
  host: string;
  port: number;
  plan: SipPlan;
  streams: StreamOptions;
  /** Reads the files of TLS again; `null` when no setting names one. Throws ConfigError. */
  readTls: (() => StreamOptions["tls"]) | null;
  rules: DiallingRules;
  caps: DiallingCaps;
}

export function readSipConfig(settings: Settings): SipConfig {
  return {
    host: settings.SIP_HOST,
    port: settings.SIP_PORT,
    plan: readSipPlan(settings),
    streams: readStreamOptions(settings),
    readTls: hasTlsFile(settings) ? () => readTlsFiles(settings) : null,
    rules: readDiallingRules(settings),
    caps: readDiallingCaps(settings),
  };
}

/** Reads the trunks from their file. Without a file, the plan has a single peer or is open. */
function readSipPlan({ SIP_TRUNKS, SIP_PEER, SIP_OPEN }: Settings): SipPlan {
  if (SIP_TRUNKS === undefined) {
    // An unknown sender must not call in unless SIP_OPEN allows it, because its call can cause
    // calls to the peer, which cost money.
    return SIP_PEER === null
      ? { ...openPlan, staysOpen: SIP_OPEN }
      : { ...createPeerPlan(SIP_PEER), isClosed: !SIP_OPEN };
  }
  if (SIP_PEER !== null) {
    throw new ConfigError("SIP_PEER and SIP_TRUNKS cannot both be given.");
  }
  try {
    return readTrunkFile(SIP_TRUNKS);
  } catch (error) {
    if (!(error instanceof TrunkFileError)) {
      throw error;
    }
    throw new ConfigError(`SIP_TRUNKS is not valid: ${error.message}.`);
  }
}

function hasTlsFile({ SIP_TLS_CERT, SIP_TLS_CA }: Settings): boolean {
  return SIP_TLS_CERT !== undefined || SIP_TLS_CA !== undefined;
}

function readTlsFiles(settings: Settings): StreamOptions["tls"] {
  return {
    cert: readTextFile("SIP_TLS_CERT", settings),
    key: readTextFile("SIP_TLS_KEY", settings),
    ca: readTextFile("SIP_TLS_CA", settings),
  };
}

function readStreamOptions(settings: Settings): StreamOptions {
  const listensTls = settings.SIP_TRANSPORTS.includes("tls");
  const tls = readTlsFiles(settings);
  if (listensTls && (tls.cert === null || tls.key === null)) {
    throw new ConfigError("SIP_TLS_CERT and SIP_TLS_KEY are required for SIP over TLS.");
  }
  return {
    ...noStreams,
    listensTcp: settings.SIP_TRANSPORTS.includes("tcp"),
    tlsPort: listensTls ? settings.SIP_TLS_PORT : null,
    laterTlsPort: settings.SIP_TLS_PORT,
    tls,
  };
}

function readDiallingRules(settings: Settings): DiallingRules {
  return {
    allowed: settings.DIAL_ALLOWED,
    refused: [...COSTLY_PREFIXES, ...settings.DIAL_REFUSED],
    emergency: settings.DIAL_EMERGENCY,
  };
}

function readDiallingCaps(settings: Settings): DiallingCaps {
  return {
    callsPerMinute: settings.DIAL_CALLS_PER_MINUTE,
    concurrentCalls: settings.DIAL_CONCURRENT,
    minutesPerDay: settings.DIAL_MINUTES_PER_DAY,
  };
}

function readTextFile(
  name: "SIP_TLS_CERT" | "SIP_TLS_KEY" | "SIP_TLS_CA",
  settings: Settings,
): string | null {
  const path = settings[name];
  if (path === undefined) {
    return null;
  }
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError(`${name} names ${path}, which cannot be read.`, { cause });
  }
}
