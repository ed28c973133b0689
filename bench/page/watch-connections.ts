import type { Moments } from "./moments.ts";

/** Records when the microphone opens, and when ICE and DTLS are complete. */
export function watchConnections(note: (moment: keyof Moments) => void): void {
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    note("microphone");
    return stream;
  };
  // A microphone that stays open is cloned for each call.
  const clone = Reflect.get(MediaStream.prototype, "clone") as () => MediaStream;
  MediaStream.prototype.clone = function cloneNoted(this: MediaStream): MediaStream {
    note("microphone");
    return clone.call(this);
  };
  const Real = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("connectionstatechange", () => {
        if (this.connectionState === "connected") {
          note("connected");
        }
      });
    }
  };
}
