import { isPrivateAddress } from "@linedesk/base";
import type { Check } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";
import { allocateRelay, type Allocation } from "../probes/allocate-relay.ts";
import { describeFailure } from "../probes/describe-failure.ts";
import { listRelayUrls, readRelayUrl } from "../probes/relay-url.ts";

/** Checks that each relay (TURN) grants an allocation to a login of the exchange. */
export const relays: Check = {
  name: "relays",
  timeoutMs: 16_000,
  lateAdvice: "Open the port of the relay in the firewall.",
  async run({ settings, config }) {
    const { TURN_SECRET: secret, MEDIA_ADDRESS: announced = null } = settings;
    const urls = listRelayUrls(settings.TURN_URL);
    if (config.telephony.kind !== "exchange") {
      return [leftOut("Twilio has relays of its own.")];
    }
    if (urls.length === 0) {
      return [leftOut("TURN_URL is not set. Desks in networks that block UDP need a relay.")];
    }
    if (secret === undefined) {
      return [
        wrong(
          "TURN_URL is set without TURN_SECRET.",
          "Set TURN_SECRET to the value of static-auth-secret of the relay.",
        ),
      ];
    }
    return Promise.all(urls.map((url) => checkRelay(url, { secret, announced })));
  },
};

async function checkRelay(
  url: string,
  { secret, announced }: { secret: string; announced: string | null },
): Promise<Finding> {
  try {
    return judgeAllocation(url, await allocateRelay(readRelayUrl(url), secret), announced);
  } catch (error) {
    const { text, advice } = describeFailure(error);
    return wrong(
      `${url} does not answer: ${text}.`,
      advice ?? "Start the relay, correct TURN_URL, and open its port in the firewall.",
    );
  }
}

const refusals: Record<number, [text: string, advice: string]> = {
  401: [
    "refuses the login (401)",
    "Set TURN_SECRET to the value of static-auth-secret of the relay, and let both machines set their clocks by NTP.",
  ],
  403: ["forbids an allocation (403)", "Allow this machine at the relay."],
  442: ["relays no UDP (442)", "Allow UDP relaying at the relay."],
  486: [
    "has no allocation left for this login (486)",
    "Raise user-quota and total-quota of the relay.",
  ],
  508: ["has no free port (508)", "Widen min-port and max-port of the relay."],
};

export function judgeAllocation(
  url: string,
  { errorCode, mapped, relayed }: Allocation,
  announced: string | null,
): Finding {
  if (errorCode !== 0) {
    const [text, advice] = refusals[errorCode] ?? [
      `refuses an allocation (${errorCode})`,
      "Read the relay's log.",
    ];
    return wrong(`${url} ${text}.`, advice);
  }
  const isOutside = mapped !== null && !isPrivateAddress(mapped);
  if (isOutside && announced !== null && !isPrivateAddress(announced) && mapped !== announced) {
    return warning(
      `${url} gives an allocation, but sees this machine as ${mapped}, not as MEDIA_ADDRESS ${announced}.`,
      `If the router's address has changed, set MEDIA_ADDRESS to ${mapped}.`,
    );
  }
  return right(`${url} gives an allocation${relayed === null ? "" : ` on ${relayed}`}.`);
}
