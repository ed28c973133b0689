import { randomUUID } from "node:crypto";

import type { MediaPort } from "@linedesk/media";
import type { CallIntake, Dialer, DialRequest, Leg, LegEnd, LegSink } from "./leg.ts";

const TELEPHONE_EVENT = 101;

/**
 * Connects to one of our own numbers without leaving the exchange. The dialled leg and the arriving
 * leg are two RTP ports of the media side that send to each other.
 */
export function createInternalDialer(media: MediaPort, intake: () => CallIntake): Dialer {
  return {
    dial(request: DialRequest, sink: LegSink): Leg {
      const link = new InternalLink(media, sink);
      link.offerTo(intake(), request);
      return link.outboundLeg;
    },
  };
}

class InternalLink {
  readonly outboundLeg: Leg;
  readonly #inboundLeg: Leg;
  readonly #media: MediaPort;
  readonly #outboundSink: LegSink;
  #inboundSink: LegSink | null = null;
  #connecting: Promise<void> | null = null;
  #isOver = false;

  constructor(media: MediaPort, sink: LegSink) {
    this.#media = media;
    this.#outboundSink = sink;
    const id = randomUUID();
    const endFromDialled = (end: LegEnd) => this.#end(end, "dialled");
    const endFromArriving = (end: LegEnd) => this.#end(end, "arriving");
    this.outboundLeg = {
      id: `line-a-${id}`,
      kind: "sip",
      ring: () => undefined,
      answer: () => Promise.resolve(),
      decline: endFromDialled,
      hangUp: (end = { cause: "hangup" }) => endFromDialled(end),
    };
    this.#inboundLeg = {
      id: `line-b-${id}`,
      kind: "sip",
      ring: () => this.#defer(() => this.#outboundSink.onRinging()),
      openEarly: () => this.#openEarly(),
      answer: () => this.#answer(),
      decline: endFromArriving,
      hangUp: (end = { cause: "hangup" }) => endFromArriving(end),
    };
  }

  offerTo(intake: CallIntake, request: DialRequest): void {
    const { from, to, callerName, stirStatus = null } = request;
    const { sink } = intake.receive(this.#inboundLeg, {
      from,
      to,
      dialledBy: request.callSid,
      callerName,
      params: [],
      applicationSid: null,
      stirStatus,
    });
    this.#inboundSink = sink;
  }

  async #openEarly(): Promise<boolean> {
    await (this.#connecting ??= this.#connect());
    if (!this.#isOver) {
      this.#outboundSink.onEarlyMedia?.(true);
    }
    return !this.#isOver;
  }

  async #answer(): Promise<void> {
    await (this.#connecting ??= this.#connect());
    if (!this.#isOver) {
      this.#outboundSink.onAnswered();
    }
  }

  async #connect(): Promise<void> {
    const { outboundLeg: dialled } = this;
    const arriving = this.#inboundLeg;
    const [here, there] = await Promise.all([
      this.#media.openRtp(dialled.id),
      this.#media.openRtp(arriving.id),
    ]);
    const how = { codec: "PCMU", payloadType: 0, telephoneEvent: TELEPHONE_EVENT } as const;
    await Promise.all([
      this.#media.connectRtp(dialled.id, { ...there, ...how }),
      this.#media.connectRtp(arriving.id, { ...here, ...how }),
    ]);
    if (this.#isOver) {
      this.#close();
    }
  }

  #end(end: LegEnd, by: "dialled" | "arriving"): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#close();
    const other = by === "dialled" ? this.#inboundSink : this.#outboundSink;
    this.#defer(() => other?.onEnded(end));
  }

  #close(): void {
    this.#media.closeLeg(this.outboundLeg.id);
    this.#media.closeLeg(this.#inboundLeg.id);
  }

  /**
   * Runs the function in a microtask, so that a method returns before the event that it causes
   * arrives.
   */
  #defer(run: () => void): void {
    queueMicrotask(run);
  }
}
