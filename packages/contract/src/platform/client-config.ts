import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";

const signalling = z.object({
  /**
   * Host and port for the SDK's `chunderw`, with a path for a further exchange; `null` selects
   * Twilio's own edges.
   */
  signallingHost: z.nullable(z.string()),
  tls: z.boolean(),
  edge: z.string(),
});

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
    /**
     * The first exchange, and the list of all. Only audio servers of earlier releases read the
     * fields of the first exchange here.
     */
    voice: z.extend(signalling, {
      /**
       * The exchanges of the site in order of preference; never empty. It is absent from a server
       * of an earlier release, which may answer this page during an upgrade.
       */
      services: z.optional(z.array(z.extend(signalling, { service: z.string() }))),
    }),
    soundsUrl: z.string(),
    /** Shown on the sign-in page and in Help; `null` when it is not set. */
    supportPhone: z.nullable(z.string()),
    phoneEnabled: z.boolean(),
    version: z.string(),
  }),
});
