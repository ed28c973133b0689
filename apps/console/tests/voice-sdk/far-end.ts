import { type Frame, script, type ScriptedSocket } from "./scripted-socket.ts";

const RealPeer = globalThis.RTCPeerConnection;

function gathered(peer: RTCPeerConnection): Promise<string> {
  return new Promise((resolve) => {
    function look(): void {
      if (peer.iceGatheringState === "complete") {
        resolve(peer.localDescription?.sdp ?? "");
      }
    }
    peer.addEventListener("icegatheringstatechange", look);
    look();
  });
}

/** The other end of a call, in the same page: it says a tone. */
export class FarEnd {
  readonly peer = new RealPeer();

  constructor() {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const out = audio.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    for (const track of out.stream.getTracks()) {
      this.peer.addTrack(track, out.stream);
    }
  }

  async answer(sdp: string): Promise<string> {
    await this.peer.setRemoteDescription({ type: "offer", sdp });
    await this.peer.setLocalDescription(await this.peer.createAnswer());
    return gathered(this.peer);
  }

  async offer(): Promise<string> {
    await this.peer.setLocalDescription(await this.peer.createOffer());
    return gathered(this.peer);
  }
}

let calls = 0;

/** From now on the gateway answers every call that goes out. */
export function answerCalls(): void {
  script.answers.set("invite", (frame, socket) => void answer(frame, socket));
}

async function answer({ payload }: Frame, socket: ScriptedSocket): Promise<void> {
  calls += 1;
  const callsid = `CA${String(calls).padStart(32, "0")}`;
  const far = new FarEnd();
  socket.say("ringing", { callsid });
  const sdp = await far.answer(String(payload["sdp"]));
  socket.say("answer", { callsid, sdp, reconnect: "token" });
}

/** Rings the device of this socket; answers the call's sid. */
export async function ring(socket: ScriptedSocket, parameters: object = {}): Promise<string> {
  calls += 1;
  const callsid = `CA${String(calls).padStart(32, "0")}`;
  const sdp = await new FarEnd().offer();
  const from = { From: "client:desk", To: "client:alice", ...parameters };
  socket.say("invite", { callsid, sdp, parameters: from, reconnect: "token" });
  return callsid;
}
