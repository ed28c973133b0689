import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";

/**
 * The console's configuration at run time. It is public, because the console reads it before the
 * sign-in.
 */
export const clientConfig = endpoint("GET /config", {
  id: "clientConfig",
  summary: "Run-time configuration of the console",
  access: { type: "public" },
  answer: z.object({
    realtime: z.object({
      key: z.string(),
      host: z.string(),
      port: z.number(),
      tls: z.boolean(),
      cluster: z.string(),
    }),
    voice: z.object({
      /** Host and port for the SDK's `chunderw`; `null` selects the provider's own edges. */
      signallingHost: z.nullable(z.string()),
      tls: z.boolean(),
      edge: z.string(),
    }),
    soundsUrl: z.string(),
    /** Shown on the sign-in page and in Help; `null` when it is not set. */
    supportPhone: z.nullable(z.string()),
    phoneEnabled: z.boolean(),
    version: z.string(),
  }),
});
