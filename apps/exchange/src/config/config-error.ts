/** A setting with a wrong value; the message names it in one sentence. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "config";
}
