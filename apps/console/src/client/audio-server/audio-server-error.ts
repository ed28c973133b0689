export const NO_RESPONSE = "No response from server";
export const NOT_INITIALIZED = "Audio server channel is not initialized";

/** What an audio server did not do; its message is what the product's rules or its daemon say. */
export class AudioServerError extends Error {
  override name = "AudioServerError";
  readonly code = "audio_server";
  /** Gives the line to the browser's softphone; null where no line asked. */
  useBrowser: (() => void) | null = null;
}
