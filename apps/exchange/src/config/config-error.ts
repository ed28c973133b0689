export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "config";
}
