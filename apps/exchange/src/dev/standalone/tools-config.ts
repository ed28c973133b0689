import { readSettings } from "../../config/config.ts";
import type { Settings } from "../../config/settings.ts";

/** The developer's tools as `npm run exchange` is to load them. */
export interface ToolsConfig {
  /** The page that shows what passes through; null is off. */
  inspector: { host: string; port: number } | null;
  /** The sample application; null is off. */
  samplePort: number | null;
}

/** Throws ConfigError naming the setting that is wrong. */
export function readToolsConfig(settings: Settings = readSettings()): ToolsConfig {
  const { INSPECTOR_HOST: host, INSPECTOR_PORT: port } = settings;
  return {
    inspector: port === null ? null : { host, port },
    samplePort: settings.SAMPLE_PORT,
  };
}
