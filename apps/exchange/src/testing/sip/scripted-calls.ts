import type { SipAddress } from "@linedesk/sip";
import type { DialRequest, Leg } from "../../calls/legs/leg.ts";
import { openPlan, plainTrunk, type Trunk } from "../../edges/sip/trunks/trunk.ts";
import { phoneAnswer, phoneSdp } from "./scripted-phone.ts";
import { type BenchOptions, phoneAt, TestBench, type TestSink } from "./test-bench.ts";

export const scriptedPeer = { host: phoneAt.address, port: phoneAt.port };

export interface DialledCall {
  bench: TestBench;
  sink: TestSink;
  leg: Leg;
  invite: string;
}

export async function dialledCall(
  options: BenchOptions = { peer: scriptedPeer },
  request: Partial<DialRequest> = {},
): Promise<DialledCall> {
  const bench = new TestBench(options);
  const { sink, leg } = await bench.dial({ callerName: "2ZZ", ...request });
  return { bench, sink, leg, invite: bench.sent()[0]?.text ?? "" };
}

export function dialled(
  to = "+61491570006",
  options: BenchOptions = { peer: scriptedPeer },
  from = "+61255500101",
): Promise<DialledCall> {
  return dialledCall(options, { to, from });
}

export function dialledByTrunk(
  trunk: Partial<Trunk>,
  request: Partial<DialRequest> = {},
): Promise<DialledCall> {
  const carrier = { ...plainTrunk("carrier", [scriptedPeer]), ...trunk };
  return dialledCall({ plan: { ...openPlan, trunks: [carrier] } }, request);
}

export function invited(bench: TestBench): { text: string; target: SipAddress } {
  const invites = bench.sent().filter(({ text }) => text.startsWith("INVITE"));
  const [only] = invites;
  if (only === undefined || invites.length > 1) {
    throw new Error(`expected one INVITE, got ${invites.length}`);
  }
  return only;
}

export async function answerDialled(call: DialledCall, headers: string[] = []): Promise<void> {
  const body = phoneSdp({ line: "0" });
  await call.bench.receive(phoneAnswer(call.invite, "200 OK", { headers, body }));
  call.bench.sent();
}

export function aTrunk(name: string, host: string, parts: Partial<Trunk> = {}): Trunk {
  return { ...plainTrunk(name, [{ host, port: null }]), ...parts };
}
