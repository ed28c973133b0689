export const NO_RESPONSE = "No response from server";
export const NOT_INITIALIZED = "Audio server channel is not initialized";

/**
 * An audio server refused a request or did not answer. The message comes from our rules or from the
 * audio server.
 */
export class AudioServerError extends Error {
  override name = "AudioServerError";
  readonly code = "audio_server";
  /** Lets the browser's softphone carry the line; `null` when no line sent the request. */
  useBrowser: (() => void) | null = null;
}
