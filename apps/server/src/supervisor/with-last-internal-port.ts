import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Settings } from "../config/settings.ts";
import { listPorts, type Ports } from "./ports.ts";

const FILE = "internal-port";
const PORT = /^\d{1,5}$/;

/**
 * Sets the internal port of the last start, unless a setting names one or the port is not free.
 * Calls that the exchange continues after a restart of the machine have this port in the addresses
 * of their webhooks.
 */
export async function withLastInternalPort(settings: Settings): Promise<Settings> {
  const port = readPort(join(settings.LINEDESK_DATA, FILE));
  const { PORT: web, EXCHANGE_PORT, DATABASE_PORT } = settings;
  if (settings.INTERNAL_PORT !== 0 || [0, web, EXCHANGE_PORT, DATABASE_PORT].includes(port)) {
    return settings;
  }
  const { internal } = listPorts({ ...settings, INTERNAL_PORT: port });
  const isFree = await internal.probe(internal).then(
    () => true,
    () => false,
  );
  return isFree ? { ...settings, INTERNAL_PORT: port } : settings;
}

export function storeInternalPort({ LINEDESK_DATA }: Settings, { internal }: Ports): void {
  writeFileSync(join(LINEDESK_DATA, FILE), `${internal}\n`, { mode: 0o600 });
}

/** Returns 0 without a readable file. */
function readPort(path: string): number {
  try {
    const text = readFileSync(path, "utf8").trim();
    return PORT.test(text) && Number(text) < 65_536 ? Number(text) : 0;
  } catch {
    return 0;
  }
}
