import type { MicrophoneState } from "../../client/audio/microphone.ts";

export interface SoundChoice {
  devices: { id: string; label: string }[];
  /** `null` is the system's default. */
  chosen: string | null;
  choose: (id: string | null) => void;
  /** Plays a short tone on it; `null` where nothing can be played. */
  test: (() => void) | null;
}

/** `useSound()`: the station's microphone, speaker and ringer. */
export interface SoundView {
  microphone: MicrophoneState;
  /** Makes the browser ask, or looks again; `null` when it is granted. */
  askMicrophone: (() => void) | null;
  input: SoundChoice;
  output: SoundChoice;
  ringer: SoundChoice;
  /** Opens the microphone for the meter of the settings; call the answer to close it. */
  openMeter: () => () => void;
  /** 0..1, read every 50 ms. */
  readLevel: () => number;
}
