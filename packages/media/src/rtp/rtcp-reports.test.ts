import fc from "fast-check";
import { expect, test } from "vitest";

import { buildRtcp, parseRtcp, Reception } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import { OutgoingStream } from "./outgoing-stream.ts";
import { RtcpReports } from "./rtcp-reports.ts";

function aLeg() {
  const outgoing = new OutgoingStream(
    { codec: "PCMU", payloadType: 0, telephoneEvent: null },
    new Codecs(null),
  );
  const reception = new Reception(8000);
  const reports = new RtcpReports({ outgoing, reception, epochMs: 1.8e12, nowMs: 0 });
  return { outgoing, reception, reports };
}

test("[XM69] two legs measure their round trip from each other's reports", () => {
  const ours = aLeg();
  const theirs = aLeg();
  ours.outgoing.next(null);
  const packet = { payloadType: 0, marker: false, sequence: 1, timestamp: 0, payloadStart: 12 };
  theirs.reception.count({ ...packet, payloadLength: 160, ssrc: ours.outgoing.ssrc }, 0);

  // A packet takes 30 ms to the far end, the far end waits 2 s, and the way back takes 50 ms.
  theirs.reports.receive(ours.reports.buildBye(5000), 5030);
  ours.reports.receive(theirs.reports.buildBye(7030), 7080);

  expect(ours.reports.roundTripMs).toBeGreaterThan(79);
  expect(ours.reports.roundTripMs).toBeLessThan(81);
});

test("[XM69] a report is sent every second and contains the totals of the sent packets", () => {
  const { outgoing, reports } = aLeg();
  for (let i = 0; i < 100; i += 1) {
    outgoing.next(null);
  }
  const first = reports.due(1500);
  expect(parseRtcp(first ?? new Uint8Array(0))[0]).toMatchObject({
    type: "sender",
    ssrc: outgoing.ssrc,
    sender: { packets: 100, octets: 16_000 },
  });
  expect(reports.due(2499)).toBeNull();
  expect(reports.due(2500)).not.toBeNull();
});

test("[XM19] random bytes and forged reports cause neither an exception nor an absurd round trip", () => {
  const { outgoing, reports } = aLeg();
  outgoing.next(null);
  const forged = fc.record({
    ssrc: fc.constant(outgoing.ssrc),
    fractionLost: fc.nat(255),
    cumulativeLost: fc.nat(1000),
    highestSequence: fc.nat(),
    jitter: fc.nat(),
    lastSenderReport: fc.nat(0xffffffff),
    delaySinceLast: fc.nat(0xffffffff),
  });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), forged, (noise, block) => {
      reports.receive(noise, 1000);
      reports.receive(
        buildRtcp({ ssrc: 9, cname: "x", sender: null, blocks: [block], bye: false }),
        1000,
      );
      expect(reports.roundTripMs ?? 0).toBeGreaterThanOrEqual(0);
      expect(reports.roundTripMs ?? 0).toBeLessThan(60_000);
    }),
    { numRuns: 1000 },
  );
});
