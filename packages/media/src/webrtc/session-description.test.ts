import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MediaError } from "../media-error.ts";
import { hostCandidates } from "./host-candidates.ts";
import { parseSessionDescription, renderSessionDescription } from "./session-description.ts";

const fingerprint = `sha-256 ${Array.from({ length: 32 }, () => "AB").join(":")}`;

function anOffer(...more: string[]): string {
  return [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 0 111 63 9 8 13 110 126",
    "c=IN IP4 0.0.0.0",
    "a=ice-ufrag:abcd",
    "a=ice-pwd:abcdefghijklmnopqrstuvwx",
    `a=fingerprint:${fingerprint}`,
    "a=setup:actpass",
    "a=mid:0",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:111 opus/48000/2",
    "a=fmtp:111 minptime=10;useinbandfec=1\r;maxaveragebitrate=20000",
    "a=rtpmap:63 red/48000/2",
    "a=rtpmap:9 G722/8000",
    "a=rtpmap:13 CN/8000",
    "a=rtpmap:110 telephone-event/48000",
    "a=rtpmap:126 telephone-event/8000",
    ...more,
    "",
  ].join("\r\n");
}

describe("in SDP", () => {
  test("a browser's offer without candidates is parsed", () => {
    expect(parseSessionDescription(anOffer())).toEqual({
      mid: "0",
      ufrag: "abcd",
      pwd: "abcdefghijklmnopqrstuvwx",
      fingerprint,
      setup: "actpass",
      formats: [
        { codec: "PCMU", payloadType: 0, telephoneEvent: 126 },
        {
          codec: "opus",
          payloadType: 111,
          telephoneEvent: 110,
          opus: { maxAverageBitrate: 20_000, inBandFec: true },
        },
      ],
      packetMs: 20,
      candidates: [],
    });
  });

  test("[XM38] 64 payload types are read, each once, however many are offered", () => {
    const many = Array.from({ length: 1500 }, (_, index) => index % 750).join(" ");
    const named = Array.from({ length: 300 }, (_, type) => `a=rtpmap:${type} PCMU/8000`);
    const fmtp = Array.from({ length: 200 }, () => "a=fmtp:0 x=1");
    const offer = anOffer()
      .replace(/^m=.*$/m, `m=audio 9 UDP/TLS/RTP/SAVPF ${many}`)
      .replace("a=rtpmap:0 PCMU/8000", [...named, ...fmtp].join("\r\n"));

    const { formats } = parseSessionDescription(offer);

    expect(formats.map(({ payloadType }) => payloadType)).toEqual(
      Array.from({ length: 64 }, (_, type) => type),
    );
  });

  test("mDNS names and TCP candidates are ignored, IPv4 and IPv6 are used", () => {
    const offer = anOffer(
      "a=candidate:1 1 udp 2113937151 0b2a-4c.local 5000 typ host generation 0",
      "a=candidate:2 1 tcp 1518280447 10.0.0.1 9 typ host tcptype active",
      "a=candidate:3 1 udp 2113937151 10.0.0.1 5000 typ host",
      "a=candidate:4 1 udp 2113937151 fd00::1 5000 typ host",
      "a=candidate:5 1 udp 2113937151 10.0.0.1 99999 typ host",
    );

    expect(parseSessionDescription(offer).candidates).toEqual([
      "candidate:3 1 udp 2113937151 10.0.0.1 5000 typ host",
      "candidate:4 1 udp 2113937151 fd00::1 5000 typ host",
    ]);
  });

  test("[XM1] an answer has only PCMU and events at 8 kHz", () => {
    const { formats, mid } = parseSessionDescription(anOffer());
    const answer = renderSessionDescription({
      version: 1,
      mid,
      ufrag: "wxyz",
      pwd: "abcdefghijklmnopqrstuvwx",
      fingerprint,
      setup: "active",
      formats: formats.slice(0, 1),
      packetMs: 20,
      candidates: ["candidate:1 1 UDP 2114977791 127.0.0.1 54841 typ host"],
      ssrc: 5,
    });

    expect(answer.match(/^m=.*$/gm)).toEqual(["m=audio 9 UDP/TLS/RTP/SAVPF 0 126"]);
    expect(answer.match(/^a=rtpmap:.*$/gm)).toEqual([
      "a=rtpmap:0 PCMU/8000",
      "a=rtpmap:126 telephone-event/8000",
    ]);
    expect(answer).toMatch(/a=candidate:1 .*\r\na=end-of-candidates\r\n$/);
    expect(answer.split("\n").every((line) => line === "" || line.endsWith("\r"))).toBe(true);
  });

  test("[XS31] the answer has the browser's first codec, with the bit rate that the browser requests", () => {
    const preferring = anOffer().replace("SAVPF 0 111", "SAVPF 111 0");
    const { formats, ...rest } = parseSessionDescription(preferring);
    const first = formats.slice(0, 1);

    const answer = renderSessionDescription({ ...rest, formats: first, version: 1, ssrc: 5 });

    expect(answer.match(/^m=.*$/gm)).toEqual(["m=audio 9 UDP/TLS/RTP/SAVPF 111 110"]);
    expect(answer.match(/^a=(?:rtpmap|fmtp):.*$/gm)).toEqual([
      "a=rtpmap:111 opus/48000/2",
      "a=fmtp:111 minptime=10;useinbandfec=1;maxaveragebitrate=20000",
      "a=rtpmap:110 telephone-event/48000",
      "a=fmtp:110 0-16",
    ]);
  });

  test.each([
    ["a=ptime:10", "10"],
    ["a=ptime:20", "20"],
    ["a=ptime:60", "20"],
    ["a=maxptime:60", "20"],
  ])("[XM178] an offer with %s is answered with packets of %s ms", (line, answered) => {
    const offer = parseSessionDescription(anOffer(line));

    expect(renderSessionDescription({ ...offer, version: 1, ssrc: 5 })).toContain(
      `\r\na=ptime:${answered}\r\n`,
    );
  });

  test("[XM178] only an offer with packets of 10 ms gets low-delay Opus", () => {
    function lowDelay(...lines: string[]): (boolean | undefined)[] {
      const { formats } = parseSessionDescription(anOffer(...lines));
      return formats.flatMap(({ opus }) => (opus === undefined ? [] : [opus.lowDelay]));
    }

    expect(lowDelay("a=ptime:10")).toEqual([true]);
    expect(lowDelay("a=ptime:20")).toEqual([undefined]);
    expect(lowDelay()).toEqual([undefined]);
  });

  test("[XS65] the description has ice-lite when the browser chooses the path", () => {
    const description = { ...parseSessionDescription(anOffer()), version: 2, ssrc: 5 };

    expect(renderSessionDescription(description)).not.toContain("a=ice-lite");
    expect(renderSessionDescription({ ...description, iceLite: true })).toContain(
      "\r\nt=0 0\r\na=ice-lite\r\na=group:",
    );
  });

  test.each([
    ["no common codec", anOffer().replace("SAVPF 0 111", "SAVPF")],
    ["video beside the audio", anOffer("m=video 9 UDP/TLS/RTP/SAVPF 96")],
    ["no fingerprint", anOffer().replace(/a=fingerprint.*\r\n/, "")],
    ["a weak fingerprint", anOffer().replace("sha-256", "md5")],
    ["no password", anOffer().replace(/a=ice-pwd.*\r\n/, "")],
    ["no media", "v=0\r\n"],
    ["more than 32 KB", anOffer("x".repeat(40_000))],
  ])("an offer with %s is refused", (_why, sdp) => {
    expect(() => parseSessionDescription(sdp)).toThrow(MediaError);
  });

  test("[XM19] random text and broken offers give MediaError or a description", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(900), (noise, at) => {
        const good = anOffer();
        for (const sdp of [noise, good.slice(0, at) + noise + good.slice(at)]) {
          try {
            expect(parseSessionDescription(sdp).ufrag.length).toBeGreaterThanOrEqual(4);
          } catch (error) {
            expect(error).toBeInstanceOf(MediaError);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("our candidates", () => {
  const gathered = [
    "candidate:1 1 UDP 2114977791 192.168.1.5 5000 typ host",
    "candidate:2 1 UDP 2114977790 fe80::1 5001 typ host",
    "candidate:3 1 UDP 2114977789 fd00::5 5001 typ host",
    "candidate:4 1 TCP 1518280447 192.168.1.5 9 typ host tcptype active",
  ];

  test("omit link-local addresses and TCP", () => {
    expect(hostCandidates(gathered, [])).toEqual([gathered[0], gathered[2]]);
  });

  test("have an advertised address in place of ours, at the same port", () => {
    expect(hostCandidates(gathered.slice(0, 1), ["203.0.113.7"])).toEqual([
      "candidate:1 1 UDP 2114977791 203.0.113.7 5000 typ host",
    ]);
  });
});
