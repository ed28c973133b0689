import type { AudioSource } from "@linedesk/media";

export interface SpeechRequest {
  text: string;
  /** The same with its marks, `<speak>` around it, where it has any. */
  ssml?: string | null;
  /** As TwiML has it, such as `en-AU`. */
  language: string;
  /** A name of Twilio's, of which the gender is heard; the language is told beside it. */
  voice: string;
}

/** The text cannot be spoken here. */
export class SpeechError extends Error {
  override readonly name = "SpeechError";
  readonly code = "speech_failed";
  /** Whether it is the language that is not spoken, whatever the text. */
  readonly isLanguageUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { isLanguageUnknown?: boolean } = {}) {
    super(message, options);
    this.isLanguageUnknown = options.isLanguageUnknown ?? false;
  }
}

/** Makes speech of text. */
export interface Speech {
  /** Throws SpeechError, or the signal's reason. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<AudioSource>;
  close(): Promise<void>;
}
