import { type BucketRate, type Clock, TokenBucket } from "@linedesk/base";

interface Deps {
  clock: Clock;
  rate: BucketRate;
  restart: (offerSdp: string) => Promise<string | null>;
  answer: (sdp: string) => void;
}

/**
 * Runs the ICE restarts of one call one after the other. A browser without a network requests a
 * restart every few milliseconds, and treats the next answer as the answer to its newest offer.
 * Therefore only the newest request gets an answer, when its turn comes, and no request is refused.
 */
export class IceRestarts {
  readonly #deps: Deps;
  readonly #bucket: TokenBucket;
  #newest: string | null = null;
  #isBusy = false;
  #cancelWait: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bucket = new TokenBucket(deps.clock, deps.rate);
  }

  take(): boolean {
    return this.#bucket.take();
  }

  async ask(offerSdp: string): Promise<void> {
    this.#newest = offerSdp;
    if (!this.#isBusy) {
      await this.#run();
    }
  }

  stop(): void {
    this.#newest = null;
    this.#cancelWait();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#newest !== null) {
      if (!this.#bucket.take()) {
        await this.#waitForTurn();
        continue;
      }
      const offerSdp = this.#newest;
      this.#newest = null;
      const sdp = await this.#deps.restart(offerSdp);
      if (sdp !== null && this.#newest === null) {
        this.#deps.answer(sdp);
      }
    }
    this.#isBusy = false;
  }

  #waitForTurn(): Promise<void> {
    const { clock, rate } = this.#deps;
    return new Promise((resolve) => {
      const cancel = clock.after(1000 / rate.perSecond, resolve);
      this.#cancelWait = () => {
        cancel();
        resolve();
      };
    });
  }
}
