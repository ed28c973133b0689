import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";

import { findFreePort } from "@linedesk/base";
import {
  answerCalls,
  type AnsweringListener,
  type Station,
  startStation,
  type StationOptions,
} from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "../../e2e/support/browser.ts";
import { openDesk } from "../../e2e/support/desk.ts";
import { Callers } from "./callers.ts";
import { ProtocolDesk } from "./protocol-desk.ts";

/**
 * The tones of the operators are above those of the callers, and the hold music has none of them.
 */
export const operatorsHz = { Alice: 2_950, Bob: 2_350, Carla: 2_470, Dan: 2_590, Erin: 2_710 };
export const dialledHz = 2_830;

/** The pause of the service before it starts a killed supervisor again. */
const SERVICE_PAUSE_MS = 1_000;

type Colleague = "Bob" | "Carla" | "Dan" | "Erin";

/** A whole station with a console in a real browser, four desks by the protocols, and callers. */
export class CrashStation {
  station: Station;
  readonly #options: StationOptions;
  readonly telephone: AnsweringListener;
  readonly callers: Callers;
  page!: Page;
  readonly desks = new Map<Colleague, ProtocolDesk>();
  #browser: TestBrowser | null = null;

  private constructor(
    { station, options }: { station: Station; options: StationOptions },
    telephone: AnsweringListener,
    callers: Callers,
  ) {
    this.station = station;
    this.#options = options;
    this.telephone = telephone;
    this.callers = callers;
  }

  static async open(env: Record<string, string> = {}): Promise<CrashStation> {
    const telephone = await answerCalls({ sends: dialledHz });
    const options: StationOptions = {
      from: "bundles",
      dataDir: await makeFolder(),
      env: {
        ...(await chooseFixedPorts()),
        SIP_PEER: `127.0.0.1:${String(telephone.address.port)}`,
        SIP_OPEN: "true",
        DIAL_CALLS_PER_MINUTE: "0",
        DIAL_CONCURRENT: "0",
        DIAL_PERSON_CALLS_PER_MINUTE: "0",
        ...env,
      },
    };
    const station = await startStation(options);
    const callers = await Callers.open({ address: station.sip.host, port: station.sip.port });
    const opened = new CrashStation({ station, options }, telephone, callers);
    try {
      await opened.#openDesks();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  desk(name: Colleague): ProtocolDesk {
    const desk = this.desks.get(name);
    if (desk === undefined) {
      throw new Error(`${name} has no desk.`);
    }
    return desk;
  }

  /** Kills the supervisor, and starts it again as its service does. */
  async killSupervisor(supervisor: number): Promise<void> {
    process.kill(supervisor, "SIGKILL");
    await wait(SERVICE_PAUSE_MS);
    this.station = await startStation(this.#options);
  }

  async close(): Promise<void> {
    await Promise.all([...this.desks.values()].map((desk) => desk.close()));
    await this.#browser?.close();
    await this.callers.close();
    await this.telephone.close();
    await this.station.close();
    await rm(this.station.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async #openDesks(): Promise<void> {
    for (const name of ["Carla", "Bob", "Dan", "Erin"] as const) {
      const desk = await ProtocolDesk.open(this.station, name);
      this.desks.set(name, desk);
      await desk.addLine("line1", operatorsHz[name]);
    }
    this.#browser = await openBrowser({ microphoneHz: operatorsHz.Alice });
    this.page = await openDesk(await openContext(this.#browser.browser), this.station, "Alice");
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-crashes-"));
  // If the bench runs as root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Chooses the ports in advance, because a supervisor that starts again must find the same
 * addresses.
 */
async function chooseFixedPorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  for (const name of ["PORT", "INTERNAL_PORT", "EXCHANGE_PORT", "SIP_PORT"]) {
    ports[name] = String(await findFreePort());
  }
  return ports;
}
