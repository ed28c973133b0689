import type { FastifyRequest } from "fastify";

import { clientConfig, type EndpointAnswer } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import type { Api } from "../platform/http/api.ts";
import { exchangeRoot } from "../platform/http/mounts/exchange-proxy.ts";

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

type Signalling = Omit<EndpointAnswer<typeof clientConfig>["voice"], "services">;

function resolveSignalling(seen: PublicAddress, service: ServiceConfig): Signalling {
  const isOurs = service.kind === "exchange";
  return {
    signallingHost: isOurs ? (service.edgeAddress ?? `${seen.host}:${seen.port}`) : null,
    tls: isOurs ? seen.tls : true,
    edge: service.edge,
  };
}

/**
 * Returns the signalling of an exchange other than the first one. Such an exchange has no edges of
 * its own.
 */
function resolveFurther(seen: PublicAddress, service: ServiceConfig): Signalling {
  const edgeAddress = `${seen.host}:${seen.port}${exchangeRoot(service.service)}`;
  return resolveSignalling(seen, { ...service, edgeAddress });
}

export function registerClientConfig(
  api: Api,
  { config, version }: { config: Config; version: string },
): void {
  api.serve(clientConfig, async ({ request }) => {
    const seen = resolvePublicAddress(request, config);
    const first = resolveSignalling(seen, config.telephony);
    const services = config.services.map((one, at) =>
      Object.assign({ service: one.service }, at === 0 ? first : resolveFurther(seen, one)),
    );
    return {
      realtime: buildRealtimeConfig(seen, config.realtime),
      voice: { ...first, services },
      soundsUrl: config.soundsUrl,
      supportPhone: config.supportPhone,
      phoneEnabled: config.phoneEnabled,
      version,
    };
  });
}
