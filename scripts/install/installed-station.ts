import { setTimeout as wait } from "node:timers/promises";

import * as z from "zod";

import { findFreePort } from "@linedesk/base";
import type { DebianRoot } from "./debian-root.ts";

const START_TIMEOUT_MS = 180_000;
const CHECK_EVERY_MS = 500;
const ENV_FILE = "/etc/linedesk/linedesk.env";

const status = z.object({
  version: z.string(),
  isReady: z.boolean(),
  processes: z.record(z.string(), z.number().nullable()),
  waiting: z.number().nullable(),
  // The command of 0.1.0 shows only the installed version.
  running: z.object({ server: z.string().nullable() }).default({ server: null }),
  outdated: z.array(z.string()).default([]),
});
export type Status = z.output<typeof status>;

/** The station of an installed package, as `linedesk status` shows it. */
export class InstalledStation {
  readonly #debian: DebianRoot;

  constructor(debian: DebianRoot) {
    this.#debian = debian;
  }

  /** Configures a demonstration station on free ports, and returns the port of SIP. */
  async configure(): Promise<number> {
    const sipPort = await findFreePort();
    const settings = {
      ALLOW_DEMO_SSO: "true",
      DEMO_DATA: "true",
      PORT: await findFreePort(),
      INTERNAL_PORT: await findFreePort(),
      EXCHANGE_PORT: await findFreePort(),
      SIP_PORT: sipPort,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\\n`);
    const names = Object.keys(settings).map((name) => `/^${name}=/d`);
    await this.#debian.run("sed", "-i", names.join(";"), ENV_FILE);
    await this.#debian.run("sh", "-c", `printf '${lines.join("")}' >> ${ENV_FILE}`);
    return sipPort;
  }

  /** Waits until the station is as wanted. Throws with its last status when the time is over. */
  async until(isWanted: (status: Status) => boolean): Promise<Status> {
    const end = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const found = await this.read();
      if (found !== null && isWanted(found)) {
        return found;
      }
      if (performance.now() > end) {
        throw new Error(`The station did not reach the wanted state: ${JSON.stringify(found)}.`);
      }
      await wait(CHECK_EVERY_MS);
    }
  }

  /** Returns `null` while no station runs. */
  async read(): Promise<Status | null> {
    // The exit code is 1 while the station is not ready.
    const text = await this.#debian.run("sh", "-c", "linedesk status --json 2>/dev/null || true");
    const [line = ""] = /\{.*\}/s.exec(text) ?? [];
    return line === "" ? null : status.parse(JSON.parse(line));
  }
}
