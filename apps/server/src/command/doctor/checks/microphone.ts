import { isLoopbackName } from "@linedesk/base";
import { AUTH_BASE } from "../../../auth/sign-in-page.ts";
import { type Check, runsServer } from "../context/check.ts";
import { type Finding, leftOut, right, wrong } from "../context/finding.ts";
import { describeFailure } from "../probes/describe-failure.ts";

const ASK_TIMEOUT_MS = 5_000;
/** The first page that each person sees. */
const SIGN_IN_PAGE = `${AUTH_BASE}/signin`;

/** Checks that browsers can open a microphone, which needs a secure page whose policy allows it. */
export const microphone: Check = {
  name: "microphone",
  timeoutMs: 8_000,
  lateAdvice: "Check whether the public address answers at all.",
  async run(around) {
    const { http } = around.config;
    const url = http.publicUrlGiven
      ? http.publicUrl
      : (around.station.server?.url ?? http.publicUrl);
    const insecure = judgeOrigin(url);
    if (insecure !== null) {
      return [insecure];
    }
    if (!runsServer(around)) {
      return [
        leftOut(
          `${url} is an address on which browsers allow the microphone. Its pages are checked while the station runs.`,
        ),
      ];
    }
    if (http.tls === "self-signed") {
      return [
        leftOut("Each person must first accept the certificate that the server made itself."),
      ];
    }
    return [await checkPage(url)];
  },
};

export function judgeOrigin(url: string): Finding | null {
  const { protocol, hostname, origin } = new URL(url);
  return protocol === "https:" || isLoopbackName(hostname)
    ? null
    : wrong(
        `${origin} is plain HTTP, so browsers allow no microphone.`,
        "Put a proxy with TLS in front and set PUBLIC_URL to its https address, or set TLS_CERT and TLS_KEY.",
      );
}

async function checkPage(url: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const answer = await fetch(`${url}${SIGN_IN_PAGE}`, { redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status < 500
      ? judgePolicy(url, answer.headers.get("permissions-policy"))
      : wrong(
          `${url} answers with status ${answer.status}.`,
          'Look at the proxy\'s log, and at "linedesk status".',
        );
  } catch (error) {
    const { text, advice } = describeFailure(error);
    return wrong(
      `${url} cannot be reached from this machine: ${text}.`,
      advice ?? "Start the proxy, and set PUBLIC_URL to its address.",
    );
  }
}

/**
 * Returns the finding for the header Permissions-Policy. Without this header, browsers allow the
 * microphone.
 */
export function judgePolicy(url: string, policy: string | null): Finding {
  const allowed = /(?:^|[\s,;])microphone=(\*|\([^)]*\)|\w+)/i.exec(policy ?? "")?.[1] ?? "*";
  return allowed === "*" || /\bself\b/.test(allowed) || allowed.includes(new URL(url).origin)
    ? right(`Browsers allow the microphone on ${url}.`)
    : wrong(
        `The header Permissions-Policy of ${url} forbids the microphone: ${allowed}.`,
        "Remove this header from the proxy; the station sends the right one itself.",
      );
}
