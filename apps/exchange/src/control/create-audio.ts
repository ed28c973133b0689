import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import { createRecogniser, createSpeech, type Recogniser, type Speech } from "@linedesk/speech";
import { PlaybackController } from "../calls/playback/playback-controller.ts";
import { UtteranceListeners } from "../calls/playback/utterance-listeners.ts";

export interface SpeechOptions {
  /** Speak free text with espeak-ng where it is installed. */
  speech: boolean;
  /** The station's own program that recognises speech, with its first arguments; null is ours. */
  recogniser: readonly string[] | null;
  /** The part of our environment that the programs we start are given. */
  programEnvironment: Readonly<Record<string, string>>;
}

export const SPEECH_OPTIONS: SpeechOptions = {
  speech: true,
  recogniser: null,
  programEnvironment: {},
};

export interface Audio {
  playbacks: PlaybackController;
  listenings: UtteranceListeners;
  speech: Speech;
  recogniser: Recogniser;
  close(): Promise<void>;
}

/** Makes what calls hear and what listens to them. */
export function createAudio(
  { speech: isSpoken, recogniser: command, programEnvironment: environment }: SpeechOptions,
  {
    media,
    clock,
    recogniser: given,
  }: { media: MediaPort; clock: Clock; recogniser: Recogniser | undefined },
): Audio {
  const speech = createSpeech(isSpoken, environment);
  const recogniser = given ?? createRecogniser({ command, environment }, clock);
  return {
    playbacks: new PlaybackController(media),
    listenings: new UtteranceListeners(media),
    speech,
    recogniser,
    async close() {
      await Promise.all([speech.close(), recogniser.close()]);
    },
  };
}
