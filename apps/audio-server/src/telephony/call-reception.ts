import type { RtpPacket } from "werift";

import { Reception } from "@linedesk/audio";

export class CallReception {
  #reception: Reception;
  #bytes = 0;

  constructor(clockRate: number) {
    this.#reception = new Reception(clockRate);
  }

  count({ header, payload }: RtpPacket, nowMs: number): void {
    const { ssrc, sequenceNumber: sequence, timestamp, payloadType, marker } = header;
    const sizes = { payloadStart: 0, payloadLength: payload.length };
    this.#reception.count({ ssrc, sequence, timestamp, payloadType, marker, ...sizes }, nowMs);
    this.#bytes += payload.length;
  }

  report(made: Iterable<[string, object]>): Map<string, object> {
    const reports = new Map(made);
    const received = [...reports].filter(
      ([, report]) => "type" in report && report.type === "inbound-rtp",
    );
    for (const [id] of received) {
      reports.delete(id);
    }
    const { packets, lost, jitterMs } = this.#reception;
    return reports.set("inbound-rtp", {
      timestamp: performance.now(),
      ...received.at(-1)?.[1],
      type: "inbound-rtp",
      id: "inbound-rtp",
      packetsReceived: packets,
      bytesReceived: this.#bytes,
      packetsLost: lost,
      jitter: jitterMs / 1000,
    });
  }
}
