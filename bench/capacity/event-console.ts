import { type Call, stationChannel } from "@linedesk/contract";
import type { CookieClient } from "@linedesk/testkit";
import { PusherSocket } from "../crashes/pusher-socket.ts";

const SUBSCRIBED_MS = 20_000;

/** The socket of one console, which reports when each event of the load arrives. */
export class EventConsole {
  readonly #socket: PusherSocket;
  /** The reported events. Later events of a call repeat its words and are not reported again. */
  readonly #noted = new Set<string>();
  onEvent: (key: string) => void = () => undefined;

  private constructor(http: CookieClient) {
    this.#socket = new PusherSocket(http);
  }

  static async open(http: CookieClient, station: string): Promise<EventConsole> {
    const opened = new EventConsole(http);
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("no subscription")), SUBSCRIBED_MS);
      opened.#socket.subscribe(stationChannel(station), {
        onSubscribed: () => {
          clearTimeout(late);
          resolve();
        },
        onRefused: (status) => reject(new Error(`the subscription was refused: ${status}`)),
        onEvent: (name, data) => opened.#note(name, data as { call?: Call }),
      });
    });
    return opened;
  }

  close(): void {
    this.#socket.close();
  }

  #note(name: string, { call }: { call?: Call }): void {
    const key = call === undefined ? null : keyOf(name, call);
    if (key !== null && !this.#noted.has(key)) {
      this.#noted.add(key);
      this.onEvent(key);
    }
  }
}

/** Returns the name of an event that the load has caused; `null` for another one. */
function keyOf(name: string, { caller, description }: Call): string | null {
  switch (name) {
    case "call.arrived":
      return `arrived ${caller.number ?? ""}`;
    case "call.ended":
      return `ended ${caller.number ?? ""}`;
    case "call.changed":
      return description.startsWith("event ") ? description : null;
    default:
      return null;
  }
}
