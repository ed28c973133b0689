import { networkInterfaces } from "node:os";

import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/is-loopback.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import type { Settings } from "../config/settings.ts";
import { StartError } from "./start-error.ts";

export interface OwnExchange {
  service: ServiceConfig;
  /** The address on which the exchange listens beside loopback; `null` without one. */
  host: string | null;
}

/** Returns the exchange that this machine runs; `null` when all of them run elsewhere. */
export function findOwnExchange(
  { services }: Pick<Config, "services">,
  { EXCHANGES, EXCHANGE_HOST, EXCHANGE_PORT }: Settings,
  addresses: readonly string[] = listAddresses(),
): OwnExchange | null {
  const [first] = services;
  const given = EXCHANGE_HOST ?? null;
  if (EXCHANGES === undefined) {
    return first?.kind === "exchange" ? { service: first, host: given } : null;
  }
  for (const service of services) {
    const url = service.apiUrl === null ? null : new URL(service.apiUrl);
    const host = url?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
    const isHere = isLoopback(host) || addresses.includes(host);
    if (service.kind === "exchange" && isHere && Number(url?.port ?? 0) === EXCHANGE_PORT) {
      return { service, host: isLoopback(host) ? given : host };
    }
  }
  return null;
}

/** Throws when a supervisor that runs only the exchange has none to run. */
export function requireOwnExchange(
  own: OwnExchange | null,
  { EXCHANGES, EXCHANGE_PORT }: Settings,
): void {
  if (own === null && EXCHANGES !== undefined) {
    throw new StartError(
      `EXCHANGES names no exchange of this machine at port ${EXCHANGE_PORT} (EXCHANGE_PORT).`,
    );
  }
}

function listAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map((one) => one.address),
  );
}
