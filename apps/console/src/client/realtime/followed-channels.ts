import type { ChannelListener, Realtime } from "./realtime.ts";

export class FollowedChannels {
  readonly #findName: (channel: string) => string;
  readonly #followed = new Map<Followed, { name: string; stop: () => void } | null>();
  #realtime: Pick<Realtime, "subscribe"> | null = null;

  /** `findName` returns the name under which a channel is subscribed now. */
  constructor(findName: (channel: string) => string) {
    this.#findName = findName;
  }

  open(realtime: Pick<Realtime, "subscribe">): void {
    this.#realtime = realtime;
    for (const followed of this.#followed.keys()) {
      this.#start(followed);
    }
  }

  /** Follows a channel, now or as soon as the socket is open. Returns a function that stops it. */
  subscribe(channel: string, listener: ChannelListener): () => void {
    const followed = { channel, listener };
    this.#followed.set(followed, null);
    this.#start(followed);
    return () => {
      this.#followed.get(followed)?.stop();
      this.#followed.delete(followed);
    };
  }

  rename(): void {
    for (const [followed, open] of this.#followed) {
      if (open !== null && open.name !== this.#findName(followed.channel)) {
        open.stop();
        this.#start(followed);
      }
    }
  }

  #start(followed: Followed): void {
    if (this.#realtime !== null) {
      const name = this.#findName(followed.channel);
      const stop = this.#realtime.subscribe(name, followed.listener);
      this.#followed.set(followed, { name, stop });
    }
  }
}

interface Followed {
  channel: string;
  listener: ChannelListener;
}
