import type { AudioSource } from "@linedesk/media";

export interface SpeechRequest {
  text: string;
  /** The language code of TwiML, such as `en-AU`. */
  language: string;
}

/** The text cannot be spoken here. */
export class SpeechError extends Error {
  override readonly name = "SpeechError";
  readonly code = "speech_failed";
  /** True where the language is not supported, whatever the text. */
  readonly isLanguageUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { isLanguageUnknown?: boolean } = {}) {
    super(message, options);
    this.isLanguageUnknown = options.isLanguageUnknown ?? false;
  }
}

export interface Speech {
  /** Throws SpeechError, or the signal's reason. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<AudioSource>;
  close(): Promise<void>;
}
