import type { MediaPort } from "@linedesk/media";
import { createSpeech, type Speech } from "@linedesk/speech";
import { PlaybackController } from "../calls/playback/playback-controller.ts";

export interface SpeechOptions {
  /** Speaks free text with espeak-ng if that is installed. */
  speech: boolean;
  /** The part of the exchange's environment that child programs receive. */
  programEnvironment: Readonly<Record<string, string>>;
}

export const SPEECH_OPTIONS: SpeechOptions = {
  speech: true,
  programEnvironment: {},
};

export interface Audio {
  playbacks: PlaybackController;
  speech: Speech;
  close(): Promise<void>;
}

export function createAudio(
  { speech: isSpoken, programEnvironment: environment }: SpeechOptions,
  media: MediaPort,
): Audio {
  const speech = createSpeech(isSpoken, environment);
  return {
    playbacks: new PlaybackController(media),
    speech,
    close: () => speech.close(),
  };
}
