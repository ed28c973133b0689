import type { FastifyRequest } from "fastify";

import { clientConfig, type EndpointAnswer } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import type { Api } from "../platform/http/api.ts";

interface PublicAddress {
  host: string;
  port: number;
  tls: boolean;
}

/**
 * Returns the address under which this browser reached the server; the address of another browser
 * may differ.
 */
function resolvePublicAddress(request: FastifyRequest, config: Config): PublicAddress {
  const url = config.http.publicUrlGiven
    ? new URL(config.http.publicUrl)
    : new URL(`${request.protocol}://${request.host}`);
  const tls = url.protocol === "https:";
  return { host: url.hostname, port: Number(url.port === "" ? (tls ? 443 : 80) : url.port), tls };
}

function buildRealtimeConfig(
  seen: PublicAddress,
  { key, cluster, external }: Config["realtime"],
): EndpointAnswer<typeof clientConfig>["realtime"] {
  return {
    key,
    cluster,
    ...(external === null ? seen : { host: external.host, port: external.port, tls: external.tls }),
  };
}

export function registerClientConfig(
  api: Api,
  { config, version }: { config: Config; version: string },
): void {
  api.serve(clientConfig, async ({ request }) => {
    const seen = resolvePublicAddress(request, config);
    const isOurs = config.telephony.kind === "exchange";
    const voice = {
      signallingHost: isOurs ? (config.telephony.edgeAddress ?? `${seen.host}:${seen.port}`) : null,
      tls: isOurs ? seen.tls : true,
      edge: config.telephony.edge,
    };
    return {
      realtime: buildRealtimeConfig(seen, config.realtime),
      voice: { ...voice, services: [{ service: "main", ...voice }] },
      soundsUrl: config.soundsUrl,
      supportPhone: config.supportPhone,
      phoneEnabled: config.phoneEnabled,
      version,
    };
  });
}
