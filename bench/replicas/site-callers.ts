import { ring, type SipListener } from "@linedesk/testkit";

interface SiteCaller {
  number: string;
  phone: SipListener;
}

const LINE = "+61255500101";
/** The exchange accepts 30 calls a second from one address. */
const EVERY_MS = 45;
const TAKEN_MS = 60_000;
const TONE_HZ = 700;

/** Real SIP callers of a site, each with a number of its own. */
export class SiteCallers {
  readonly all: SiteCaller[] = [];
  readonly #exchange: { address: string; port: number };

  constructor(exchange: { address: string; port: number }) {
    this.#exchange = exchange;
  }

  /** Calls until the exchange knows the lines of the station. These calls are not counted. */
  async untilTaken(): Promise<void> {
    for (const endMs = performance.now() + TAKEN_MS; ;) {
      const phone = await this.#dial("+61491570101");
      const isTaken = await phone.answered.then(
        () => true,
        () => false,
      );
      await phone.close();
      if (isTaken) {
        return;
      }
      if (performance.now() > endMs) {
        throw new Error("No server accepted a call.");
      }
      await pause(200);
    }
  }

  /** Calls the station. Resolves when the call is answered. */
  async ring(): Promise<SiteCaller> {
    const number = `+6127010${String(this.all.length).padStart(4, "0")}`;
    const caller = { number, phone: await this.#dial(number) };
    this.all.push(caller);
    await caller.phone.answered;
    await pause(EVERY_MS);
    return caller;
  }

  /** The callers who are still connected. */
  get connected(): SiteCaller[] {
    return this.all.filter(({ phone }) => phone.status === "talking");
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ phone }) => phone.close()));
  }

  #dial(from: string): Promise<SipListener> {
    return ring({ exchange: this.#exchange, from, to: LINE, sends: TONE_HZ });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
