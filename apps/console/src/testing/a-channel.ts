import type { ChannelListener } from "../client/realtime/realtime.ts";

/** A presence channel of a test, with a record of its messages and with its members' events. */
export class AChannel {
  readonly sent: [name: string, data: Record<string, unknown>][] = [];
  isSubscribed = false;
  #listener: ChannelListener | null = null;

  readonly follow = (listener: ChannelListener): (() => void) => {
    this.#listener = listener;
    return () => (this.#listener = null);
  };

  readonly send = (name: string, data: object): boolean => {
    if (this.isSubscribed) {
      this.sent.push([name, data as Record<string, unknown>]);
    }
    return this.isSubscribed;
  };

  subscribe(): void {
    this.isSubscribed = true;
    this.#listener?.onSubscribed();
  }

  say(name: string, data: unknown, from: string): void {
    this.#listener?.onClientEvent?.(name, data, from);
  }

  join(members: { id: string; info: unknown }[]): void {
    this.#listener?.onMembers?.(members);
  }

  named(name: string): Record<string, unknown>[] {
    return this.sent.filter(([one]) => one === name).map(([, data]) => data);
  }
}
