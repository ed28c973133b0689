import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import type { Check, Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, wrong } from "../context/finding.ts";
import { describeFailure } from "../probes/describe-failure.ts";
import { listRelayUrls, readRelayUrl } from "../probes/relay-url.ts";

interface Name {
  setting: string;
  host: string;
}

/** Checks that DNS has an address for every name in the settings. */
export const names: Check = {
  name: "dns",
  timeoutMs: 6_000,
  lateAdvice: "Look at /etc/resolv.conf: the name server does not answer.",
  async run(around) {
    const all = listNames(around);
    return all.length === 0
      ? [leftOut("The settings contain no names, only addresses.")]
      : Promise.all(all.map(checkName));
  },
};

export function listNames({ settings }: Pick<Surroundings, "settings">): Name[] {
  const urls = {
    PUBLIC_URL: settings.PUBLIC_URL,
    OIDC_ISSUER: settings.OIDC_ISSUER,
    DATABASE_URL: settings.DATABASE_URL,
    TWILIO_API_URL: settings.TWILIO_API_URL,
    WEBHOOK_URL: settings.WEBHOOK_URL,
    PROMO_URL: settings.PROMO_URL,
    SENTRY_DSN: settings.SENTRY_DSN,
    ANALYTICS_URL: settings.ANALYTICS_URL,
  };
  const relays = listRelayUrls(settings.TURN_URL).map((url) => readRelayUrl(url).host);
  const peer = readPeerHost(settings.SIP_PEER ?? "");
  const named = [
    ...Object.entries(urls).flatMap(([setting, url]) =>
      url === undefined ? [] : [{ setting, host: new URL(url).hostname }],
    ),
    ...(settings.PUSHER_HOST === undefined
      ? []
      : [{ setting: "PUSHER_HOST", host: settings.PUSHER_HOST }]),
    ...relays.map((host) => ({ setting: "TURN_URL", host })),
    ...(peer === "" ? [] : [{ setting: "SIP_PEER", host: peer }]),
  ];
  return named.filter(({ host }) => isIP(host.replace(/^\[|\]$/g, "")) === 0 && host !== "");
}

/** Returns the host of `user:password@host:port`, without its port. */
function readPeerHost(peer: string): string {
  const address = peer.slice(peer.lastIndexOf("@") + 1);
  return address.startsWith("[") ? address : (address.split(":", 1)[0] ?? "");
}

async function checkName({ setting, host }: Name): Promise<Finding> {
  try {
    const found = await lookup(host, { all: true });
    const addresses = [...new Set(found.map(({ address }) => address))].join(", ");
    return right(`${host} (${setting}) has the address ${addresses}.`);
  } catch (error) {
    return wrong(
      `${host} (${setting}) has no address: ${describeFailure(error).text}.`,
      `Correct ${setting}, or the entry of this name at the name server.`,
    );
  }
}
