import {
  encodeUser,
  formatUriHost,
  parseSipUri,
  formatHostPort,
  renderSipUri,
  type SipAddress,
  type SipResolver,
  type SipTransport,
  type SipUri,
  readTransport,
  transportParameter,
  type SipHost,
} from "@linedesk/sip";
import { numberForTrunk } from "../trunks/number-for-trunk.ts";
import type { TrunkRegistry } from "../trunks/trunk-registry.ts";
import type { Trunk } from "../trunks/trunk.ts";

export interface Destination {
  uri: string;
  target: SipAddress;
  /** Only this trunk may receive our credentials. */
  trunk: Trunk | null;
}

export type Route =
  | { type: "number"; number: string; trunks: Trunk[] }
  | { type: "uri"; uri: SipUri; trunk: Trunk | null };

interface RouteContext {
  trunks: TrunkRegistry;
  resolver: SipResolver;
}

/**
 * Selects the trunks for a number, and the host of a `sip:` target. A string is the reason why
 * there is no route.
 */
export function resolveRoute(
  to: string,
  { trunks }: Pick<RouteContext, "trunks">,
  byoc: string | null = null,
): Route | string {
  const uri = parseSipUri(to);
  if (uri !== null && uri.scheme !== "tel") {
    const trunk = trunks.findByHost(formatUriHost(uri));
    return { type: "uri", uri, trunk };
  }
  const number = uri?.user ?? to;
  if (!/^\+?[0-9*#]{1,32}$/.test(number)) {
    return "neither a number nor a sip: address";
  }
  if (trunks.plan.trunks.length === 0) {
    return "no SIP trunk is configured for numbers";
  }
  const choice = trunks.choose(number, byoc);
  return choice.type === "none" ? choice.reason : { type: "number", number, trunks: choice.trunks };
}

export async function* iterateDestinations(
  route: Route,
  context: RouteContext,
): AsyncGenerator<Destination, undefined> {
  if (route.type === "uri") {
    return yield* iterateUriDestinations(route, context);
  }
  for (const trunk of route.trunks) {
    for (const host of trunk.hosts) {
      const uri = uriOnTrunk(route.number, trunk, host);
      for (const target of await resolveTargets(host, trunk.transport, context)) {
        yield { uri, target, trunk };
      }
    }
  }
}

async function* iterateUriDestinations(
  { uri, trunk }: Extract<Route, { type: "uri" }>,
  context: RouteContext,
): AsyncGenerator<Destination, undefined> {
  const transport = readTransport(uri);
  const host = { host: formatUriHost(uri), port: uri.port };
  for (const target of await resolveTargets(host, transport, context)) {
    yield { uri: renderSipUri(uri), target, trunk };
  }
}

/** Over TLS the certificate must contain the name that was looked up, not its address. */
async function resolveTargets(
  host: SipHost,
  transport: SipTransport,
  { resolver }: Pick<RouteContext, "resolver">,
): Promise<SipAddress[]> {
  const found = await resolver.resolve(host, transport);
  if (transport !== "tls") {
    return found;
  }
  return found.map((target) => ({ ...target, serverName: host.host }));
}

function uriOnTrunk(number: string, trunk: Trunk, host: SipHost): string {
  const user = encodeUser(numberForTrunk(number, trunk.numbering));
  return `sip:${user}@${trunk.domain ?? formatHostPort(host)}${transportParameter(trunk.transport)}`;
}
