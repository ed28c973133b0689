import { noProcessing } from "./processing.ts";

export interface LevelMeter {
  /** Returns the loudness of this moment, 0 to 1. */
  read: () => number;
  close: () => void;
}

/**
 * Opens the microphone for a meter. The meter reads silence until the microphone is open, and
 * permanently if access to the microphone is refused.
 */
export function openLevelMeter(deviceId: string): LevelMeter {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  const samples = new Float32Array(analyser.fftSize);
  let stream: MediaStream | null = null;
  let closed = false;
  async function open(): Promise<void> {
    const device = deviceId === "default" ? {} : { deviceId: { exact: deviceId } };
    // Without processing, the microphone can be open here and on a line with any processing at the
    // same time.
    const constraints = { ...device, ...noProcessing };
    const opened = await navigator.mediaDevices.getUserMedia({ audio: constraints });
    if (closed) {
      return stop(opened);
    }
    stream = opened;
    audio.createMediaStreamSource(opened).connect(analyser);
  }
  // The microphone's own state reports a refusal; the meter stays at zero.
  open().catch(() => undefined);
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
    close: () => {
      closed = true;
      if (stream !== null) {
        stop(stream);
      }
      void audio.close();
    },
  };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** Returns the root mean square on a scale with normal speech near the middle. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) {
    sum += sample * sample;
  }
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) * 4);
}

const TONE_HZ = 440;
const TONE_S = 0.8;

export async function playTestTone(deviceId: string): Promise<void> {
  const audio = new AudioContext();
  if ("setSinkId" in audio && typeof audio.setSinkId === "function" && deviceId !== "default") {
    await (audio.setSinkId as (id: string) => Promise<void>)(deviceId);
  }
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = TONE_HZ;
  volume.gain.setValueAtTime(0, audio.currentTime);
  volume.gain.linearRampToValueAtTime(0.2, audio.currentTime + 0.05);
  volume.gain.linearRampToValueAtTime(0, audio.currentTime + TONE_S);
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + TONE_S);
}
