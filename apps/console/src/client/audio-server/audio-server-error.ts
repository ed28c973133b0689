export const NO_RESPONSE = "No response from server";
export const NOT_INITIALIZED = "Audio server channel is not initialized";

/** An audio server refused or did not answer; the message comes from our rules or its daemon. */
export class AudioServerError extends Error {
  override name = "AudioServerError";
  readonly code = "audio_server";
  /** Gives the line to the browser's softphone; `null` when no line sent the request. */
  useBrowser: (() => void) | null = null;
}
