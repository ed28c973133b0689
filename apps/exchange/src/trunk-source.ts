import type { TrunksResult, TrunkSource } from "./edges/rest/insights/trunk-routes.ts";
import type { SipEndpoint } from "./edges/sip/sip-endpoint.ts";
import { buildPlan, TrunkFileError } from "./edges/sip/trunks/trunk-file.ts";
import type { Trunk } from "./edges/sip/trunks/trunk.ts";

/**
 * Lists, tests and replaces trunks for the console of a station. Bodies have the format of the
 * trunk file. The console shows the address at which carriers reach SIP, which is the advertised one
 * if there is one.
 */
export function createTrunkSource(
  { address: own, trunks }: Pick<SipEndpoint, "address" | "trunks">,
  advertised: string | null,
) {
  return {
    sip: { address: advertised ?? own.address, port: own.port },
    list: () => trunks.list(),
    test: (sid) => trunks.test(sid),
    async probe(body) {
      const given = readTrunks(body);
      if (given.type === "invalid") {
        return given;
      }
      const [trunk] = given.trunks;
      return trunk === undefined
        ? { type: "invalid", message: "trunks: must contain one trunk" }
        : { type: "accepted", answer: await trunks.probe(trunk) };
    },
    replaceAdded(body) {
      const given = readTrunks(body);
      if (given.type === "invalid") {
        return given;
      }
      trunks.replaceAdded(given.trunks);
      return { type: "accepted", answer: { trunks: trunks.list() } };
    },
  } satisfies TrunkSource;
}

type ReadTrunks =
  | { type: "read"; trunks: readonly Trunk[] }
  | Extract<TrunksResult, { type: "invalid" }>;

function readTrunks(body: unknown): ReadTrunks {
  try {
    return { type: "read", trunks: buildPlan(body).trunks };
  } catch (error) {
    if (error instanceof TrunkFileError) {
      return { type: "invalid", message: error.message };
    }
    throw error;
  }
}
