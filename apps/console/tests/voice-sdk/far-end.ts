import { answers, type Frame, type ScriptedSocket } from "./scripted-socket.ts";

const RealPeer = globalThis.RTCPeerConnection;

/**
 * Resolves when the description that is set next has all its candidates. The state "complete"
 * proves nothing, because an earlier description may have set it.
 */
function gatheringEnd(peer: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    peer.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate === null) {
        resolve();
      }
    });
  });
}

/** The far end of a call, in the same page; it sends a tone. */
export class FarEnd {
  static newest: FarEnd | null = null;
  readonly peer = new RealPeer();
  readonly #tone: MediaStreamTrack | null;

  constructor() {
    FarEnd.newest = this;
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const out = audio.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    for (const track of out.stream.getTracks()) {
      this.peer.addTrack(track, out.stream);
    }
    this.#tone = out.stream.getTracks()[0] ?? null;
  }

  /** Sends the tone, or no packets; the path stays connected in both cases. */
  async send(sends: boolean): Promise<void> {
    await this.peer.getSenders()[0]?.replaceTrack(sends ? this.#tone : null);
  }

  /** Resolves when seven more packets of 20 ms have been sent. */
  async sendOn(): Promise<void> {
    const before = await this.#packetsSent();
    while ((await this.#packetsSent()) < before + 7) {
      await pauseForReal(20);
    }
  }

  async #packetsSent(): Promise<number> {
    const stats = [...(await this.peer.getStats()).values()];
    return stats.find(({ type }) => type === "outbound-rtp")?.packetsSent ?? 0;
  }

  async answer(sdp: string): Promise<string> {
    await this.peer.setRemoteDescription({ type: "offer", sdp });
    const hasGathered = gatheringEnd(this.peer);
    await this.peer.setLocalDescription(await this.peer.createAnswer());
    await hasGathered;
    return this.peer.localDescription?.sdp ?? "";
  }
}

let calls = 0;

/** Makes the gateway answer every outgoing call. */
export function answerCalls({ sends = true } = {}): void {
  answers.set("invite", (frame, socket) => void answer(frame, socket, sends));
}

/** Makes the far end of the newest call answer the offer of an ICE restart. */
export function answerRestarts(): void {
  answers.set("reinvite", ({ payload: { callsid, sdp: offer } }, socket) => {
    void FarEnd.newest?.answer(String(offer)).then((sdp) => socket.say("answer", { callsid, sdp }));
  });
}

async function answer({ payload }: Frame, socket: ScriptedSocket, sends: boolean): Promise<void> {
  calls += 1;
  const callsid = `CA${String(calls).padStart(32, "0")}`;
  const far = new FarEnd();
  await far.send(sends);
  socket.say("ringing", { callsid });
  const sdp = await far.answer(String(payload["sdp"]));
  socket.say("answer", { callsid, sdp, reconnect: "token" });
}
