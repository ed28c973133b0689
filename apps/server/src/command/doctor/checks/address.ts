import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

import { isPrivateAddress } from "@linedesk/base";
import { isLoopback, isUnspecifiedAddress } from "../../../config/is-loopback.ts";
import { resolveSipHost } from "../../../supervisor/ports.ts";
import type { Check } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";

/** Compares the address that callers' sound is sent to with the addresses of this machine. */
export const address: Check = {
  name: "address",
  timeoutMs: 2_000,
  lateAdvice: "Check the load of this machine.",
  async run({ settings, config }) {
    return config.telephony.kind === "exchange"
      ? [
          judgeAddress({
            sipHost: resolveSipHost(settings),
            announced: settings.MEDIA_ADDRESS ?? null,
            own: listOwnAddresses(),
          }),
        ]
      : [leftOut("Twilio carries the sound, so the address of this machine does not matter.")];
  },
};

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && !entry.address.startsWith("fe80:"))
    .map((entry) => entry.address);
}

interface Addresses {
  sipHost: string;
  /** MEDIA_ADDRESS; `null` without this setting. */
  announced: string | null;
  own: readonly string[];
}

export function judgeAddress({ sipHost, announced, own }: Addresses): Finding {
  if (isLoopback(sipHost)) {
    return leftOut(
      `SIP listens only on ${sipHost}, so no telephone or trunk outside this machine can call. To let them call, set SIP_HOST=0.0.0.0.`,
    );
  }
  const used = isUnspecifiedAddress(sipHost) ? own : own.filter((one) => one === sipHost);
  if (used.length === 0 && !isUnspecifiedAddress(sipHost) && isIP(sipHost) !== 0) {
    return wrong(
      `SIP_HOST is ${sipHost}, which is no address of this machine (${own.join(", ") || "none"}).`,
      "Set SIP_HOST to an address of this machine, or to 0.0.0.0 for all of them.",
    );
  }
  if (announced !== null && !isUnspecifiedAddress(announced)) {
    return judgeAnnounced(announced, own);
  }
  const outside = used.find((one) => !isPrivateAddress(one));
  if (outside !== undefined) {
    return right(`This machine has the public address ${outside}, and announces it to callers.`);
  }
  return warning(
    `This machine has only private addresses (${used.join(", ") || "none"}) and announces one of them, so a trunk on the Internet cannot send the callers' sound.`,
    "With a trunk on the Internet, set MEDIA_ADDRESS to the public address of the router, and forward the SIP port and the RTP ports to this machine. With a trunk in the same network, nothing is to be done.",
  );
}

function judgeAnnounced(announced: string, own: readonly string[]): Finding {
  if (own.includes(announced)) {
    return right(`MEDIA_ADDRESS ${announced} is an address of this machine.`);
  }
  if (isPrivateAddress(announced)) {
    return wrong(
      `MEDIA_ADDRESS is ${announced}, which is private and no address of this machine.`,
      "Set MEDIA_ADDRESS to the public address of the router.",
    );
  }
  return right(
    `This machine is behind NAT and announces ${announced}; the router must forward the SIP port and the RTP ports to it.`,
  );
}
