import type { RtpEndpoint, RtpRemote } from "@linedesk/audio";
import { SteppedClock } from "@linedesk/base/testing";
import type { UnheardLimit } from "@linedesk/media";
import { CachingResolver, type SipAddress, type SipLogger, type SipResolver } from "@linedesk/sip";
import { type DnsLookup } from "@linedesk/sip/testing";
import type {
  CallIntake,
  DialRequest,
  IncomingCall,
  Leg,
  LegEnd,
  LegSink,
} from "../../calls/legs/leg.ts";
import type { TransferRefusal, TransferRequest } from "../../calls/legs/transfer-request.ts";
import { defaultSipLimits, type SipLimits } from "../../edges/sip/access/sip-limits.ts";
import { type DiallingCaps, noCaps } from "../../edges/sip/dialling/dialling-caps.ts";
import type { DiallingRules } from "../../edges/sip/dialling/dialling-rules.ts";
import { SipCore } from "../../edges/sip/sip-core.ts";
import { openPlan, createPeerPlan, type SipPlan } from "../../edges/sip/trunks/trunk.ts";
import { noMarker } from "../../storage/work-marker.ts";

export class TestClock extends SteppedClock {
  async advance(ms: number): Promise<void> {
    const endMs = this.elapsedMs() + ms;
    while (this.runNext(endMs)) {
      await settled();
    }
    await settled();
  }
}

export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class TestMedia {
  readonly opened: string[] = [];
  readonly connected: { leg: string; remote: RtpRemote }[] = [];
  readonly closed: string[] = [];
  /** The last limit of each leg, which applies until the leg has received media. */
  readonly unheardLimits = new Map<string, UnheardLimit>();
  /** A new port opens when this promise resolves. */
  gate: Promise<void> = Promise.resolve();
  fails = false;

  async openRtp(leg: string, port?: number): Promise<RtpEndpoint> {
    this.opened.push(leg);
    await this.gate;
    if (this.fails) {
      throw new Error("no port left");
    }
    return { address: "127.0.0.1", port: port ?? 40_000 + 2 * this.opened.length };
  }

  connectRtp(leg: string, remote: RtpRemote): Promise<void> {
    this.connected.push({ leg, remote });
    return Promise.resolve();
  }

  limitUnheard(leg: string, limit: UnheardLimit): void {
    this.unheardLimits.set(leg, limit);
  }

  closeLeg(leg: string): void {
    this.closed.push(leg);
  }
}

export class TestSink implements LegSink {
  readonly events: string[] = [];
  end: LegEnd | null = null;
  readonly transferRequests: TransferRequest[] = [];
  refusal: TransferRefusal | null = null;

  onTransfer(transferRequest: TransferRequest): TransferRefusal | null {
    this.transferRequests.push(transferRequest);
    return this.refusal;
  }

  onRinging(): void {
    this.events.push("ringing");
  }

  onEarlyMedia(hasEarlyMedia: boolean): void {
    this.events.push(hasEarlyMedia ? "early" : "early over");
  }

  onAnswered(): void {
    this.events.push("answered");
  }

  onDigit(digit: string): void {
    this.events.push(`digit ${digit}`);
  }

  onMessage(): void {
    this.events.push("message");
  }

  onEnded(end: LegEnd): void {
    this.events.push(`ended ${end.cause}`);
    this.end = end;
  }
}

export interface ReceivedCall {
  leg: Leg;
  arrival: IncomingCall;
  sink: TestSink;
}

export class TestIntake implements CallIntake {
  readonly calls: ReceivedCall[] = [];
  /** A test acts on the leg here before `receive` returns, as the core may do. */
  onReceive: (leg: Leg) => void = () => undefined;

  /** The number of callers who were rejected because there was no capacity. */
  rejectedCount = 0;

  countRejected(): void {
    this.rejectedCount += 1;
  }

  receive(leg: Leg, arrival: IncomingCall): { callSid: string; sink: LegSink } {
    const sink = new TestSink();
    this.calls.push({ leg, arrival, sink });
    this.onReceive(leg);
    return { callSid: `CA${this.calls.length}`, sink };
  }

  call(index = 0): ReceivedCall {
    const call = this.calls[index];
    if (call === undefined) {
      throw new Error(`call ${index} did not arrive`);
    }
    return call;
  }
}

export const silentLogger: SipLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const noDns: DnsLookup = {
  srv: () => Promise.reject(new Error("no such name")),
  addresses: () => Promise.reject(new Error("no such name")),
};

export const phoneAt: SipAddress = { address: "192.0.2.10", port: 5062 };

export interface BenchOptions {
  limits?: Partial<SipLimits>;
  peer?: Parameters<typeof createPeerPlan>[0];
  plan?: SipPlan;
  resolver?: SipResolver;
  rules?: DiallingRules;
  caps?: DiallingCaps;
  onBanned?: (address: string) => void;
  isResuming?: boolean;
  isDraining?: boolean;
}

export class TestBench {
  readonly clock = new TestClock();
  readonly media = new TestMedia();
  readonly intake = new TestIntake();
  readonly errors: unknown[] = [];
  readonly warnings: { fields: object; message: string }[] = [];
  readonly #sent: { text: string; target: SipAddress }[] = [];
  readonly core: SipCore;

  constructor(options: BenchOptions = {}) {
    this.core = new SipCore({
      clock: this.clock,
      media: this.media,
      intake: this.intake,
      marker: noMarker,
      isResuming: options.isResuming ?? false,
      isDraining: options.isDraining ?? false,
      dialling: { rules: options.rules ?? null, caps: options.caps ?? noCaps },
      routes: {
        plan:
          options.plan ?? (options.peer === undefined ? openPlan : createPeerPlan(options.peer)),
        resolver: options.resolver ?? new CachingResolver(noDns, this.clock),
      },
      limits: { ...defaultSipLimits, ...options.limits },
      logger: {
        ...silentLogger,
        warn: (fields, message) => void this.warnings.push({ fields, message }),
        error: (fields: unknown) => void this.errors.push(fields),
      },
      network: {
        send: (datagram, target) => void this.#sent.push({ text: datagram.toString(), target }),
        sentBy: () => "198.51.100.1:5060",
        mediaAddress: (_remote, rtpAddress) => rtpAddress,
        ...(options.onBanned === undefined ? {} : { onBanned: options.onBanned }),
      },
    });
  }

  /** Dials. Missing fields of the request have default values. */
  async dial(request: Partial<DialRequest> = {}) {
    const sink = new TestSink();
    const numbers = { from: "+61255500101", to: "+61491570006" };
    const plain = { callSid: "CA9", ...numbers, callerName: null, params: [] };
    const leg = this.core.dial({ ...plain, ...request }, sink);
    await settled();
    return { sink, leg };
  }

  /** Delivers a datagram from outside; resolves after all promises have settled. */
  async receive(lines: string | string[], source: SipAddress = phoneAt): Promise<void> {
    const text = typeof lines === "string" ? lines : lines.join("\r\n");
    this.core.handleDatagram(Buffer.from(text), source);
    await settled();
  }

  sent(): { text: string; target: SipAddress }[] {
    return this.#sent.splice(0);
  }

  /**
   * Returns the first line of each message since the last read: `SIP/2.0 200 OK`, `BYE sip:...`.
   */
  firstLines(): string[] {
    return this.sent().map(({ text }) => text.split("\r\n")[0] ?? "");
  }
}

export function readHeader(text: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim() ?? "";
}

export function readBody(text: string): string {
  return text.split("\r\n\r\n").slice(1).join("\r\n\r\n");
}
