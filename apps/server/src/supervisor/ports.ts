import { createSocket } from "node:dgram";
import { createServer } from "node:net";

import { findFreePort } from "@linedesk/base";
import type { Settings } from "../config/settings.ts";
import { listenError } from "../platform/http/listener.ts";
import type { Half, Scope } from "./scope.ts";
import { StartError } from "./start-error.ts";

interface PortRequest {
  setting: string;
  host: string;
  port: number;
}

/**
 * Opens and closes the port on its host, which proves that it is free now. For 0 it finds a free
 * port.
 */
async function probeTcp({ setting, host, port: given }: PortRequest): Promise<number> {
  const port = given === 0 ? await findFreePort() : given;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError(error, { host, port, setting })));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

export async function probeUdp({ setting, host, port: given }: PortRequest): Promise<number> {
  const port = given === 0 ? await findFreePort() : given;
  return new Promise((resolve, reject) => {
    const probe = createSocket(host.includes(":") ? "udp6" : "udp4");
    probe.once("error", (error) => reject(listenError(error, { host, port, setting })));
    probe.bind(port, host, () => probe.close(() => resolve(port)));
  });
}

export interface Ports {
  public: number;
  internal: number;
  exchange: number;
  sip: number;
  database: number;
}

const LOOPBACK = "127.0.0.1";

/** Returns the SIP address of the exchange. By default it is HOST, so usually loopback. */
export function resolveSipHost(settings: Settings): string {
  return settings.SIP_HOST ?? settings.HOST;
}

export interface PartPort extends PortRequest {
  /** The half of the station that listens on this port. */
  half: Half;
  probe: (request: PortRequest) => Promise<number>;
  /** Is true when the other half connects to it. */
  isShared: boolean;
}

export function listPorts(settings: Settings): Record<keyof Ports, PartPort> {
  const tcp = { host: LOOPBACK, probe: probeTcp };
  const server = { ...tcp, half: "server" } as const;
  const { PORT, INTERNAL_PORT, DATABASE_PORT, EXCHANGE_PORT, SIP_PORT } = settings;
  const sipHost = resolveSipHost(settings);
  return {
    public: { ...server, setting: "PORT", host: settings.HOST, port: PORT, isShared: true },
    exchange: {
      ...tcp,
      half: "exchange",
      setting: "EXCHANGE_PORT",
      port: EXCHANGE_PORT,
      isShared: true,
    },
    sip: {
      half: "exchange",
      probe: probeUdp,
      setting: "SIP_PORT",
      host: sipHost,
      port: SIP_PORT,
      isShared: true,
    },
    internal: { ...server, setting: "INTERNAL_PORT", port: INTERNAL_PORT, isShared: true },
    database: { ...server, setting: "DATABASE_PORT", port: DATABASE_PORT, isShared: false },
  };
}

async function choosePort(request: PartPort, scope: Scope): Promise<number> {
  const { half, probe, port, setting, isShared } = request;
  if (scope !== "station" && isShared && port === 0) {
    throw new StartError(
      `${setting} must be a fixed port, because exchange and server are started separately.`,
    );
  }
  return scope === "station" || scope === half ? probe(request) : port;
}

/**
 * Chooses the ports of all parts. The ports of the supervisor's own parts are free before a part
 * starts, and stay the same while the supervisor runs. Throws `ListenError` with the port and its
 * setting, or `StartError` when one of two supervisors cannot know a port that the other one
 * chooses.
 */
export async function choosePorts(settings: Settings, scope: Scope): Promise<Ports> {
  const all = listPorts(settings);
  const ports: Ports = {
    public: await choosePort(all.public, scope),
    exchange: await choosePort(all.exchange, scope),
    sip: await choosePort(all.sip, scope),
    internal: await choosePort(all.internal, scope),
    database: await choosePort(all.database, scope),
  };
  const tcp = [ports.public, ports.exchange, ports.internal, ports.database];
  if (new Set(tcp).size === tcp.length) {
    return ports;
  }
  // A free port may equal one in a setting, so the ports are chosen again, unless two settings are
  // equal.
  if (requestedPorts(settings).length === new Set(requestedPorts(settings)).size) {
    return choosePorts(settings, scope);
  }
  throw new StartError(
    "PORT, EXCHANGE_PORT, INTERNAL_PORT and DATABASE_PORT must be four different ports.",
  );
}

function requestedPorts(settings: Settings): number[] {
  return [
    settings.PORT,
    settings.EXCHANGE_PORT,
    settings.INTERNAL_PORT,
    settings.DATABASE_PORT,
  ].filter((port) => port !== 0);
}
