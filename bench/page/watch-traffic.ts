import type { Moments } from "./moments.ts";

type Sent = Parameters<WebSocket["send"]>[0];

interface Traffic {
  note: (moment: keyof Moments) => void;
  onFrame: (text: string) => void;
}

/** Watches sockets and the answers of accept requests, and changes nothing. */
export function watchTraffic(traffic: Traffic): void {
  watchSockets(traffic);
  watchFetch(traffic);
}

function watchSockets({ note, onFrame }: Traffic): void {
  const seen = new WeakSet<WebSocket>();
  const { prototype } = WebSocket;
  const send = Reflect.get(prototype, "send") as (this: WebSocket, data: Sent) => void;
  prototype.send = function watched(data) {
    if (!seen.has(this)) {
      seen.add(this);
      this.addEventListener("message", ({ data: frame }: MessageEvent<unknown>) => {
        if (typeof frame !== "string") {
          return;
        }
        onFrame(frame);
        if (frame.includes('"sdp":')) {
          note("described");
        }
        if (frame.includes('"type":"answer"')) {
          note("answered");
        }
      });
    }
    if (typeof data === "string" && data.includes('"type":"invite"')) {
      note("invited");
    }
    send.call(this, data);
  };
}

function watchFetch({ note }: Traffic): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (address.includes("/handle_call")) {
      note("accepted");
    }
    return answer;
  };
}
