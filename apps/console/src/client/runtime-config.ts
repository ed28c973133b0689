import { clientConfig, type EndpointAnswer } from "@linedesk/contract";
import type { HttpClient } from "../lib/http-client.ts";

export type RuntimeConfig = EndpointAnswer<typeof clientConfig>;

/** Reads the run-time configuration: asked for once, and again after a failure. */
export function createConfigLoader(http: HttpClient): () => Promise<RuntimeConfig> {
  let asked: Promise<RuntimeConfig> | null = null;
  return () => {
    asked ??= http.call(clientConfig, {}).catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}
