import { isDeepStrictEqual } from "node:util";

import { formatHostPort, type SipHost } from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { listTrunkHosts } from "../trunks/list-trunk-hosts.ts";
import { noAnswer, type SipAnswer } from "../trunks/sip-answer.ts";
import type { HostTrial } from "../trunks/trunk-report.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { askHost } from "./ask-host.ts";

/** The maximum time of a test. It is short, because a person waits for the result. */
const TRY_MS = 8_000;

/** Asks the hosts of a trunk by OPTIONS and its registrars by `register`, all at the same time. */
export function tryHosts(
  context: SipRequestDeps,
  trunk: Trunk,
  register: (registrar: SipHost) => Promise<SipAnswer>,
): Promise<HostTrial[]> {
  const registrars = trunk.registration?.registrars ?? [];
  function has(list: readonly SipHost[], host: SipHost): boolean {
    return list.some((one) => isDeepStrictEqual(one, host));
  }
  function within(answer: Promise<SipAnswer>): Promise<SipAnswer> {
    return inTime(context, answer, { timeoutMs: TRY_MS, otherwise: noAnswer });
  }
  return Promise.all(
    listTrunkHosts(trunk).map(async (host) => {
      const [options, registered] = await Promise.all([
        has(trunk.hosts, host) ? within(askHost(context, trunk, { host })) : null,
        has(registrars, host) ? within(register(host)) : null,
      ]);
      return { host: formatHostPort(host), options, register: registered };
    }),
  );
}

export function inTime<T>(
  { clock }: Pick<SipRequestDeps, "clock">,
  answer: Promise<T>,
  { timeoutMs, otherwise }: { timeoutMs: number; otherwise: T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(timeoutMs, () => resolve(otherwise));
    void answer.then(resolve, reject).finally(stop);
  });
}
