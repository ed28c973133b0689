import pusherModule, { type Channel } from "pusher-js";

import { VoiceClient, type Station } from "@linedesk/testkit";

// The module is the constructor itself in Node; its types describe the bundlers' view.
const Pusher = pusherModule as unknown as typeof pusherModule.default;

interface Request {
  requestId: string;
  claim?: string;
  number?: string;
  muted?: boolean;
}

/** The daemon's side of one line, with the official clients of both protocols and no sound card. */
export class StudioPeer {
  readonly id: string;
  readonly requests: [name: string, data: Request, from: string][] = [];
  readonly #station: Station;
  readonly #key: string;
  #pusher: InstanceType<typeof Pusher> | null = null;
  #channel: Channel | null = null;
  #voice: VoiceClient | null = null;
  #call: Awaited<ReturnType<VoiceClient["connect"]>> | null = null;
  #carried: { request: string; flavour: string; user: string } | null = null;
  #muted = false;

  private constructor(station: Station, { id, key }: { id: string; key: string }) {
    this.#station = station;
    this.id = id;
    this.#key = key;
  }

  static async pair(station: Station, code: string): Promise<StudioPeer> {
    const answer = await post(`${station.url}/api/audioServers/pair`, { code });
    const peer = new StudioPeer(station, answer as { id: string; key: string });
    await peer.#open();
    return peer;
  }

  /** What the sound card of the studio says; whole hertz. */
  async say(hz: number | null): Promise<void> {
    await this.#voice?.say(hz);
  }

  receivesTone(hz: number): Promise<unknown> {
    if (this.#call === null) {
      throw new Error("the studio has no call");
    }
    return this.#call.receivesTone(hz);
  }

  async close(): Promise<void> {
    this.#pusher?.disconnect();
    await this.#voice?.close();
  }

  async #open(): Promise<void> {
    const { realtime } = (await (await fetch(`${this.#station.url}/api/config`)).json()) as {
      realtime: { key: string; host: string; port: number; tls: boolean; cluster: string };
    };
    const headers = { authorization: `Bearer ${this.#key}` };
    const api = `${this.#station.url}/api`;
    const pusher = new Pusher(realtime.key, {
      cluster: realtime.cluster,
      wsHost: realtime.host,
      wsPort: realtime.port,
      forceTLS: realtime.tls,
      enabledTransports: ["ws"],
      disableStats: true,
      channelAuthorization: { transport: "ajax", endpoint: `${api}/websocket/auth`, headers },
      userAuthentication: { transport: "ajax", endpoint: `${api}/websocket/user-auth`, headers },
    });
    this.#pusher = pusher;
    pusher.signin();
    await pusher.user.signinDonePromise;
    const path = `${api}/audioServers/${this.id}/voiceToken`;
    const { token } = (await post(path, { line: "line1" }, headers)) as { token: string };
    const signalUrl = this.#station.url.replace("http", "ws");
    this.#voice = await VoiceClient.start({ signalUrl, token });
    const channel = pusher.subscribe(`presence-audio-server-${this.id}-line1`);
    this.#channel = channel;
    for (const name of [
      "status",
      "dial",
      "conference",
      "outbound",
      "accept",
      "disconnect-all",
      "mute",
    ]) {
      channel.bind(
        `client-as-${name}`,
        (data: Request, { user_id: from = "" }: { user_id?: string }) => {
          this.requests.push([name, data, from]);
          void this.#obey(name, data, from);
        },
      );
    }
    await new Promise((resolve) => channel.bind("pusher:subscription_succeeded", resolve));
  }

  async #obey(name: string, data: Request, from: string): Promise<void> {
    switch (name) {
      case "status":
        return this.#report();
      case "disconnect-all":
        return this.#call?.disconnect();
      case "dial":
        return this.#call?.sendDigits(data.number ?? "");
      case "mute":
        this.#muted = data.muted ?? false;
        await this.#call?.mute(this.#muted);
        return this.#report();
      default:
        return this.#connect(name, data, from);
    }
  }

  async #connect(flavour: string, { requestId, claim }: Request, user: string): Promise<void> {
    const call = await this.#voice?.connect({ params: { claim: claim ?? "" } });
    if (call === undefined) {
      return;
    }
    await call.waitFor("accept");
    this.#call = call;
    this.#carried = { request: requestId, flavour, user };
    this.#send(`client-as-${flavour}-connected`, { requestId });
    this.#report();
    void call.waitFor("disconnect", 600_000).then(
      () => this.#handleEnd(),
      () => undefined,
    );
  }

  #handleEnd(): void {
    const carried = this.#carried;
    this.#call = null;
    this.#carried = null;
    this.#muted = false;
    if (carried !== null) {
      this.#send(`client-as-${carried.flavour}-disconnect`, { requestId: carried.request });
    }
    this.#report();
  }

  #report(): void {
    this.#send("client-as-status-res", {
      line: "line1",
      state: this.#carried === null ? "idle" : "connected",
      version: "0.9.0",
      levels: { inputDb: -18, outputDb: -24 },
      user: this.#carried?.user ?? null,
      request: this.#carried?.request ?? null,
      muted: this.#muted,
      uptimeS: 7_300,
      device: "hw:Studio",
    });
  }

  #send(event: string, data: object): void {
    this.#channel?.trigger(event, data);
  }
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${url}: ${await answer.text()}`);
  }
  return answer.json();
}
