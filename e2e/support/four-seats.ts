import { loadavg } from "node:os";

import type { Page } from "@playwright/test";

import { ring, type SipListener, type Station, startStation } from "@linedesk/testkit";
import { openContext, openBrowser, type TestBrowser } from "./browser.ts";
import { openDesk, type Person, queueRow } from "./desk.ts";

/** The tone of the presenter's microphone, and that of the other seats. */
export const presenterHz = 1000;
export const officeHz = 2200;

const MAIN = "+61255500101";
/** The callers' tones begin below the seats' tones. None is a low harmonic of another caller's. */
const LOWEST_HZ = 310;
const STEP_HZ = 23;

export interface SeatedCaller {
  /** The number as the rows show it. */
  shown: string;
  listener: SipListener;
}

/** A station in a show: two screeners, a presenter at the line to air, and a producer. */
export class FourSeats implements AsyncDisposable {
  readonly station: Station;
  readonly alice: Page;
  readonly bob: Page;
  readonly carla: Page;
  readonly dan: Page;
  readonly #browsers: readonly TestBrowser[];
  readonly #callers: SipListener[] = [];
  #since = Date.now();

  private constructor(
    station: Station,
    browsers: readonly TestBrowser[],
    [alice, bob, carla, dan]: readonly [Page, Page, Page, Page],
  ) {
    this.station = station;
    this.#browsers = browsers;
    this.alice = alice;
    this.bob = bob;
    this.carla = carla;
    this.dan = dan;
  }

  static async open(): Promise<FourSeats> {
    const station = await startStation({ from: "bundles" });
    const studio = await openBrowser({ microphoneHz: presenterHz });
    const office = await openBrowser({ microphoneHz: officeHz });
    async function seat({ browser }: TestBrowser, person: Person): Promise<Page> {
      return openDesk(await openContext(browser, { width: 1440, height: 900 }), station, person);
    }
    return new FourSeats(
      station,
      [studio, office],
      [
        await seat(office, "Alice"),
        await seat(office, "Bob"),
        await seat(studio, "Carla"),
        await seat(office, "Dan"),
      ],
    );
  }

  /** Calls the main line with a tone of its own. Resolves when every seat shows the caller. */
  async ring(from?: string): Promise<SeatedCaller> {
    const index = this.#callers.length;
    const number = from ?? `+6127010${String(index).padStart(4, "0")}`;
    const exchange = { address: this.station.sip.host, port: this.station.sip.port };
    const sends = LOWEST_HZ + index * STEP_HZ;
    const listener = await ring({ exchange, from: number, to: MAIN, sends });
    this.#callers.push(listener);
    await listener.answered;
    const shown = show(number);
    for (const page of [this.alice, this.bob, this.carla, this.dan]) {
      await queueRow(page, shown).waitFor();
    }
    return { shown, listener };
  }

  /**
   * Returns the act with the seconds since the previous act, and with the load of the machine, which
   * can explain a long time.
   */
  describeAct(act: string): string {
    const seconds = ((Date.now() - this.#since) / 1000).toFixed(1);
    this.#since = Date.now();
    return `${act}: ${seconds} s at a load of ${loadavg()[0]?.toFixed(1)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#callers.map((listener) => listener.close()));
    for (const browser of this.#browsers) {
      await browser.close();
    }
    await this.station.close();
  }
}

/** Returns a number in the Australian form: `0491 570 156`, `02 7010 0001`. */
function show(number: string): string {
  const digits = number.replace("+61", "0");
  return digits.startsWith("04")
    ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3")
    : digits.replace(/^(\d{2})(\d{4})(\d{4})$/, "$1 $2 $3");
}
