import type { AudioSource } from "@linedesk/media";

export interface SpeechRequest {
  text: string;
  /** The language code of TwiML, such as `en-AU`. */
  language: string;
}

/** This installation cannot speak the text. */
export class SpeechError extends Error {
  override readonly name = "SpeechError";
  readonly code = "speech_failed";
  /** Is true if the language is not supported for any text. */
  readonly isLanguageUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { isLanguageUnknown?: boolean } = {}) {
    super(message, options);
    this.isLanguageUnknown = options.isLanguageUnknown ?? false;
  }
}

export interface Speech {
  /** Throws SpeechError, or the reason of the aborted signal. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<AudioSource>;
  close(): Promise<void>;
}
