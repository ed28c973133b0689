import { createSocket } from "node:dgram";
import { createServer } from "node:net";

import { findFreePort } from "@linedesk/base";
import type { Settings } from "../config/settings.ts";
import { listenError } from "../platform/http/listener.ts";
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

async function probeUdp({ setting, host, port: given }: PortRequest): Promise<number> {
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

/**
 * Chooses the ports of all parts. They are free before any part starts, and stay the same while the
 * supervisor runs. Throws `ListenError` with the port and its setting.
 */
export async function choosePorts(settings: Settings): Promise<Ports> {
  const ports: Ports = {
    public: await probeTcp({ setting: "PORT", host: settings.HOST, port: settings.PORT }),
    exchange: await probeTcp({
      setting: "EXCHANGE_PORT",
      host: LOOPBACK,
      port: settings.EXCHANGE_PORT,
    }),
    sip: await probeUdp({
      setting: "SIP_PORT",
      host: resolveSipHost(settings),
      port: settings.SIP_PORT,
    }),
    internal: await probeTcp({
      setting: "INTERNAL_PORT",
      host: LOOPBACK,
      port: settings.INTERNAL_PORT,
    }),
    database: await probeTcp({
      setting: "DATABASE_PORT",
      host: LOOPBACK,
      port: settings.DATABASE_PORT,
    }),
  };
  const tcp = [ports.public, ports.exchange, ports.internal, ports.database];
  if (new Set(tcp).size === tcp.length) {
    return ports;
  }
  // A free port may equal one in a setting, so the ports are chosen again, unless two settings are
  // equal.
  if (requestedPorts(settings).length === new Set(requestedPorts(settings)).size) {
    return choosePorts(settings);
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
