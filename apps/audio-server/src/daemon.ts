import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import { OpusLibrary } from "@linedesk/media";
import { type AudioServerConfig, VERSION } from "./config/config-shape.ts";
import { type GpioLine, GpioServer } from "./gpio/gpio-server.ts";
import { type LineName, LINES } from "./lines/audio-line.ts";
import { PageServer } from "./page/page-server.ts";
import { buildReport } from "./page/server-report.ts";
import { findCredentials } from "./pair-machine.ts";
import { AudioServer, type RunningLine } from "./server/audio-server.ts";
import { RecentFaults } from "./server/recent-faults.ts";
import type { Credentials } from "./station/credentials.ts";
import { StationApi } from "./station/station-api.ts";
import { warmUpCalls } from "./telephony/warm-up-calls.ts";

interface DaemonDeps {
  config: AudioServerConfig;
  clock: Clock;
  log: Logger;
  machine: string;
  readLog: () => string;
  restart: () => void;
}

const RETRY_MS = 5_000;

export async function startDaemon(deps: DaemonDeps): Promise<Daemon> {
  const { config, machine, log } = deps;
  const credentials = await findCredentials(config, machine);
  log.info({ id: credentials.id }, "audio server paired");
  const daemon = new Daemon(deps, credentials);
  await daemon.open();
  return daemon;
}

export class Daemon {
  readonly faults: RecentFaults;
  pagePort = 0;
  gpioPort: number | null = null;
  readonly #deps: DaemonDeps;
  readonly #credentials: Credentials;
  readonly #page: PageServer;
  readonly #gpio: GpioServer | null;
  readonly #startMs: number;
  #server: AudioServer | null = null;
  #cancel: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: DaemonDeps, credentials: Credentials) {
    const { config, clock, log } = deps;
    this.#deps = deps;
    this.#credentials = credentials;
    this.#startMs = clock.elapsedMs();
    this.faults = new RecentFaults(clock, log);
    this.#page = new PageServer({ ...config.page, report: () => this.#report() });
    const lines = LINES.map((name) => () => this.#findGpioLine(name));
    this.#gpio =
      config.gpio === null ? null : new GpioServer({ ...config.gpio, lines, version: VERSION });
  }

  async open(): Promise<void> {
    void warmUpCalls(this.#deps.clock).catch((error) => this.faults.add("calls", error));
    this.pagePort = await this.#page.listen();
    this.gpioPort = (await this.#gpio?.listen()) ?? null;
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    this.#server?.close();
    await Promise.all([this.#page.close(), this.#gpio?.close()]);
  }

  async #connect(): Promise<void> {
    const { config, clock, log } = this.#deps;
    try {
      const station = await new StationApi(config.station, this.#credentials).readConfig();
      const server = new AudioServer(
        {
          config,
          credentials: this.#credentials,
          clock,
          log,
          opus: await OpusLibrary.load(),
          faults: this.faults,
          listener: {
            onChange: (line) => this.#gpio?.publish(LINES.indexOf(line) + 1),
            onRestartRequest: this.#deps.restart,
            readLog: this.#deps.readLog,
          },
        },
        station,
      );
      if (this.#isClosed) {
        server.close();
        return;
      }
      this.#server = server;
      await server.open();
    } catch (error) {
      this.faults.add("station", error);
      this.#cancel = clock.after(RETRY_MS, () => void this.#connect());
    }
  }

  #report() {
    const uptimeS = Math.floor((this.#deps.clock.elapsedMs() - this.#startMs) / 1000);
    const { id } = this.#credentials;
    return buildReport({ server: this.#server, id, uptimeS, faults: this.faults });
  }

  #findGpioLine(name: LineName): GpioLine {
    const found: RunningLine | undefined = this.#server?.lines.find((one) => one.name === name);
    return {
      state: found?.line.state ?? { status: "idle" },
      isFaulty: found === undefined || found.sound.device.status !== "open",
      start: () => found?.line.handleStart(),
      stop: () => found?.line.handleStop(),
    };
  }
}
