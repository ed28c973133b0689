import type { BootedExchange } from "../support/booted-exchange.ts";
import { aListener, type Cleanup } from "../support/sip-support.ts";
import { freePort, sipp } from "./sipp.ts";

export interface ReferrerParts {
  cleanup: Cleanup;
  booted: BootedExchange;
  folder: string;
  /** The number that the listener calls, and the tone that they say. */
  number: string;
  sends: number;
  /** What sipp does otherwise than in the file of its scenario. */
  written?: (scenario: string) => string;
}

/** A sipp that is rung, and a listener whose Dial rings it. */
export async function ringReferrer(dial: string, parts: ReferrerParts) {
  const { cleanup, booted, folder, number, sends, written } = parts;
  const port = await freePort();
  const target = `127.0.0.1:${booted.exchange.sip.port}`;
  const more = ["-p", String(port)];
  const how = { folder, target, more, ...(written === undefined ? {} : { written }) };
  const program = sipp(cleanup, "referrer", how);
  const to = `sip:phone@127.0.0.1:${port}`;
  booted.web.answer("/incoming", `<Dial ${dial}><Sip>${to}</Sip></Dial>`);
  const sip = { address: booted.exchange.sip };
  const listener = await aListener(cleanup, sip, { to: number, sends });
  return { program, listener };
}

/** Has the REFER's Refer-To name a call that its target is to take the place of. */
export function attended(replaces: string) {
  return (scenario: string) =>
    scenario.replace("?X-Account=7", `?Replaces=${encodeURIComponent(replaces)}`);
}

/** Has sipp be told that it came to nothing: by that code, and before the BYE. */
export function ending(code: string) {
  return (scenario: string): string =>
    scenario.replace('regexp="SIP/2.0 200 OK"', `regexp="SIP/2.0 ${code} "`);
}
