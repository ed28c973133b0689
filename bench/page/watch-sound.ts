/** The listener's tone. */
const TONE_HZ = 440;

/**
 * Measures the tone in blocks of 512 samples (about 10 ms) of received sound: its share of the
 * energy of the block, by Goertzel's algorithm. It runs in the audio thread, where a busy page
 * causes no delay.
 */
const detector = `
registerProcessor("tone-detector", class extends AudioWorkletProcessor {
  #block = new Float32Array(512);
  #at = 0;
  process([[channel]]) {
    for (const sample of channel ?? []) {
      this.#block[this.#at++] = sample;
      if (this.#at < this.#block.length) continue;
      this.#at = 0;
      if (this.#hearsTone()) this.port.postMessage("heard");
    }
    return true;
  }
  #hearsTone() {
    let [real, imaginary, power] = [0, 0, 0];
    for (const [index, sample] of this.#block.entries()) {
      const angle = (2 * Math.PI * ${TONE_HZ} * index) / sampleRate;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
      power += sample * sample;
    }
    const { length } = this.#block;
    const tone = (2 * (real * real + imaginary * imaginary)) / length;
    return power / length > 0.0001 && tone / power > 0.6;
  }
});
`;

/** Reports each block with the tone in the received sound of any connection of the page. */
export function watchSound(onAudible: () => void): void {
  let opening: Promise<AudioContext> | null = null;
  const Real = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => {
        opening ??= openAudio();
        void opening.then((audio) => listen(audio, track, onAudible));
      });
    }
  };
}

/**
 * Opens one context for the whole life of the page, so that only the first call, which is not
 * counted, is slower.
 */
async function openAudio(): Promise<AudioContext> {
  const audio = new AudioContext({ latencyHint: "interactive" });
  const address = URL.createObjectURL(new Blob([detector], { type: "text/javascript" }));
  await audio.audioWorklet.addModule(address);
  await audio.resume();
  return audio;
}

function listen(audio: AudioContext, track: MediaStreamTrack, onAudible: () => void): void {
  const node = new AudioWorkletNode(audio, "tone-detector");
  node.port.addEventListener("message", onAudible);
  node.port.start();
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  source.connect(node).connect(audio.destination);
  track.addEventListener("ended", () => {
    source.disconnect();
    node.disconnect();
  });
}
