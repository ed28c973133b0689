import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { chooseAnsweredAudio, chooseAudio, makeAnswer, makeOffer } from "./choose-audio.ts";
import { SdpError } from "./sdp.ts";

function sdp(...media: string[]): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 192.0.2.10",
    "s=-",
    "c=IN IP4 192.0.2.10",
    "t=0 0",
    ...media,
    "",
  ].join("\r\n");
}

const local = { rtp: { address: "198.51.100.1", port: 40_000 }, id: "7", version: 2 };

describe("[XM37] the choice of the codec", () => {
  test.each([
    ["m=audio 6000 RTP/AVP 0 8", "PCMU", 0, { otherLaw: 8 }],
    ["m=audio 6000 RTP/AVP 8 0", "PCMA", 8, { otherLaw: 0 }],
    ["m=audio 6000 RTP/AVP 18 8 9 0 101", "PCMA", 8, { otherLaw: 0 }],
    ["m=audio 6000 RTP/AVP 9 18 8 0 101", "G722", 9, {}],
    ["m=audio 6000 RTP/AVP 8 9", "PCMA", 8, {}],
  ])("[XM37] is the far end's first common codec in %s", (line, codec, payloadType, law) => {
    const { remote } = chooseAudio(sdp(line));

    expect(remote).toEqual({
      address: "192.0.2.10",
      port: 6000,
      codec,
      payloadType,
      telephoneEvent: null,
      ...law,
    });
  });

  test("uses a dynamic payload type for PCMU and for digits, at 8 kHz only", () => {
    const { remote } = chooseAudio(
      sdp(
        "m=audio 6000 RTP/AVP 96 97 98",
        "a=rtpmap:96 pcmu/8000",
        "a=rtpmap:97 telephone-event/48000",
        "a=rtpmap:98 telephone-event/8000",
      ),
    );

    expect(remote).toMatchObject({ codec: "PCMU", payloadType: 96, telephoneEvent: 98 });
  });

  test("[XM37] includes Opus with its parameters, and digits on its own clock", () => {
    const text = sdp(
      "m=audio 6000 RTP/AVP 111 0 97 98",
      "a=rtpmap:111 opus/48000/2",
      "a=fmtp:111 useinbandfec=1;maxaveragebitrate=20000",
      "a=rtpmap:97 telephone-event/8000",
      "a=rtpmap:98 telephone-event/48000",
    );
    const choice = chooseAudio(text);

    expect(choice.remote).toMatchObject({
      codec: "opus",
      payloadType: 111,
      telephoneEvent: 98,
      opus: { maxAverageBitrate: 20_000, inBandFec: true },
    });
    expect(makeAnswer(choice, local)).toContain(
      "m=audio 40000 RTP/AVP 111 98\r\na=rtpmap:111 opus/48000/2\r\n" +
        "a=fmtp:111 minptime=10;useinbandfec=1;maxaveragebitrate=20000\r\n" +
        "a=rtpmap:98 telephone-event/48000\r\n",
    );
    expect(chooseAudio(text, { codecs: ["PCMU"] }).remote).toMatchObject({
      codec: "PCMU",
      telephoneEvent: 97,
    });
  });

  test.each([
    ["G.729 alone", sdp("m=audio 6000 RTP/AVP 18")],
    ["encrypted audio", sdp("m=audio 6000 RTP/SAVP 0")],
    ["video alone", sdp("m=video 6000 RTP/AVP 31")],
    ["no media", sdp()],
    ["a number that means another codec", sdp("m=audio 6000 RTP/AVP 0", "a=rtpmap:0 G729/8000")],
    ["no address", "v=0\r\ns=-\r\nm=audio 6000 RTP/AVP 0\r\n"],
    ["a bad port", sdp("m=audio 70000 RTP/AVP 0")],
    ["a bad address", sdp("m=audio 1 RTP/AVP 0", "c=IN IP4 999.999.999.999")],
    ["no description", "hello"],
  ])("refuses %s", (_what, text) => {
    expect(() => chooseAudio(text)).toThrow(SdpError);
  });
});

describe("[XI17] audio at port 0", () => {
  test.each([
    ["alone", ["m=audio 0 RTP/AVP 0"], 304],
    ["beside a fax", ["m=audio 0 RTP/AVP 0", "m=image 40000 udptl t38"], 304],
    [
      "beside audio that we do not support",
      ["m=audio 0 RTP/AVP 0", "m=audio 6000 RTP/AVP 18"],
      305,
    ],
  ])("%s offers nothing", (_what, lines, warning) => {
    expect(() => chooseAudio(sdp(...lines))).toThrow(expect.objectContaining({ warning }));
  });

  test.each([
    ["first", ["m=audio 0 RTP/AVP 0", "m=audio 6000 RTP/AVP 8"], ["m=audio 0", "m=audio 40000"]],
    ["last", ["m=audio 6000 RTP/AVP 8", "m=audio 0 RTP/AVP 0"], ["m=audio 40000", "m=audio 0"]],
    [
      "between a fax and other audio",
      [
        "m=image 5000 udptl t38",
        "m=audio 0 RTP/AVP 0",
        "m=audio 6000 RTP/SAVP 0",
        "m=audio 7 RTP/AVP 0",
      ],
      ["m=image 0", "m=audio 0", "m=audio 0", "m=audio 40000"],
    ],
  ])("is answered with port 0, %s", (_what, lines, answered) => {
    const answer = makeAnswer(chooseAudio(sdp(...lines)), local);

    expect(answer.match(/^m=\w+ \d+/gm)).toEqual(answered);
  });
});

describe("[XI143] a=rtcp", () => {
  const zeros = "a=rtcp:7001 IN IP4 0.0.0.0";

  test.each([
    [["a=rtcp:7001"], { address: "192.0.2.10", port: 7001 }],
    [["a=rtcp: 7001 IN IP4 203.0.113.7"], { address: "203.0.113.7", port: 7001 }],
    [["a=rtcp:6000 IN IP6 2001:db8::7", "a=rtcp-mux"], { address: "2001:db8::7", port: 6000 }],
    [[], undefined],
    [["a=rtcp:0"], undefined],
    [["a=rtcp:70000"], undefined],
    [["a=rtcp:7001 IN IP4 239.1.1.1"], undefined],
    [[zeros], undefined],
    [["a=rtcp-fb:0 nack"], undefined],
  ])("with %j gives the RTCP destination %j", (attributes, rtcp) => {
    const { remote } = chooseAudio(sdp("m=audio 6000 RTP/AVP 0", ...attributes));

    expect(remote?.rtcp).toEqual(rtcp);
  });
});

describe("[XM66] telephone events", () => {
  const opus = ["m=audio 6000 RTP/AVP 96 0 101", "a=rtpmap:96 opus/48000/2"];
  const [at8, at48] = ["a=rtpmap:101 telephone-event/8000", "a=rtpmap:101 telephone-event/48000"];

  test("beside Opus may have a clock rate of 8000 Hz only, and the answer has them at this rate", () => {
    const choice = chooseAudio(sdp(...opus, at8));
    const answer = makeAnswer(choice, local);

    expect(choice.remote).toMatchObject({ telephoneEvent: 101, eventClockRate: 8000 });
    expect(answer).toContain("m=audio 40000 RTP/AVP 96 101\r\n");
    expect(answer).toContain("a=rtpmap:101 telephone-event/8000\r\n");
  });

  test.each([
    [at8, at48],
    [at48, at8],
  ])("of one payload type with %s and %s have the clock rate of the audio", (...maps) => {
    const wide = chooseAudio(sdp(...opus, ...maps));
    const narrow = chooseAudio(sdp("m=audio 6000 RTP/AVP 0 101", ...maps));

    expect(wide.remote).toMatchObject({ codec: "opus", telephoneEvent: 101 });
    expect(narrow.remote).toMatchObject({ codec: "PCMU", telephoneEvent: 101 });
    expect([wide, narrow].map(({ eventClockRate }) => eventClockRate)).toEqual([
      undefined,
      undefined,
    ]);
    expect(makeAnswer(wide, local)).toContain(at48);
    expect(makeAnswer(narrow, local)).toContain(at8);
  });

  test("of two payload types are chosen by the clock rate, in either order", () => {
    const maps = ["a=rtpmap:97 telephone-event/48000", "a=rtpmap:98 telephone-event/8000"];
    const orders = ["96 97 98", "96 98 97"].map((order) =>
      chooseAudio(sdp(`m=audio 6000 RTP/AVP ${order}`, "a=rtpmap:96 opus/48000/2", ...maps)),
    );

    expect(orders.map(({ telephoneEvent }) => telephoneEvent)).toEqual([97, 97]);
  });
});

describe("the first line", () => {
  test.each(["\r\n", "\n\n", " \r\n\r\n"])("may follow empty lines (%j)", (before) => {
    expect(chooseAudio(before + sdp("m=audio 6000 RTP/AVP 0")).remote?.port).toBe(6000);
  });
});

describe("the direction", () => {
  test.each([
    [[], "sendrecv"],
    [["a=sendonly"], "recvonly"],
    [["a=recvonly"], "sendonly"],
    [["a=inactive"], "inactive"],
  ])("for %j is answered with %s", (attributes, direction) => {
    const choice = chooseAudio(sdp("m=audio 6000 RTP/AVP 0", ...attributes));

    expect(choice.direction).toBe(direction);
    expect(makeAnswer(choice, local)).toContain(`a=${direction}\r\n`);
  });

  test("and the address of the media line take precedence over the session's", () => {
    const choice = chooseAudio(
      sdp("a=sendonly", "m=audio 6000 RTP/AVP 0", "c=IN IP4 203.0.113.9", "a=sendrecv"),
    );

    expect(choice.remote?.address).toBe("203.0.113.9");
    expect(choice.direction).toBe("sendrecv");
  });

  test.each([
    ["answer with port 0", sdp("m=audio 0 RTP/AVP 0")],
    ["answer with an address of zeros", sdp("m=audio 6000 RTP/AVP 0", "c=IN IP4 0.0.0.0")],
  ])("of an %s is `recvonly`, without a destination", (_what, text) => {
    expect(chooseAnsweredAudio(text)).toMatchObject({ remote: null, direction: "recvonly" });
  });

  test("of an offer with an address of zeros is `recvonly`, without a destination", () => {
    const offer = sdp("m=audio 6000 RTP/AVP 0", "c=IN IP4 0.0.0.0");

    expect(chooseAudio(offer)).toMatchObject({ remote: null, direction: "recvonly" });
  });

  test.each([
    "IP4 224.0.0.1",
    "IP4 239.192.0.1/32",
    "IP4 255.255.255.255",
    "IP6 ff02::1",
    "IP6 FF3E::8000:1",
  ])("[XI2] is not negotiated for %s: a multicast or broadcast address is refused", (address) => {
    const offer = sdp("m=audio 5004 RTP/AVP 0", `c=IN ${address}`);

    expect(() => chooseAudio(offer)).toThrow(SdpError);
  });

  test("of an offer with an IPv6 address is `sendrecv`, with an IPv6 destination", () => {
    const choice = chooseAudio(sdp("m=audio 6000 RTP/AVP 0", "c=IN IP6 2001:db8::1"));

    expect(choice).toMatchObject({ remote: { address: "2001:db8::1" }, direction: "sendrecv" });
  });

  test("[XI1] is described with IP6 when our address is IPv6", () => {
    const ours = { ...local, rtp: { address: "2001:db8::7", port: 40_000 } };
    const choice = chooseAudio(sdp("m=audio 6000 RTP/AVP 0", "c=IN IP6 2001:db8::1"));

    for (const text of [makeOffer(ours), makeAnswer(choice, ours)]) {
      expect(text).toContain("c=IN IP6 2001:db8::7\r\n");
      expect(text).toMatch(/^o=- 7 2 IN IP6 2001:db8::7\r$/m);
    }
  });
});

test("an answer has every media line in order and refuses all except the chosen one", () => {
  const choice = chooseAudio(
    sdp(
      "m=video 7000 RTP/AVP 31 32",
      "m=audio 6000 RTP/AVP 8 101",
      "a=rtpmap:101 telephone-event/8000",
      "m=image 7002 udptl t38",
    ),
  );

  const answer = makeAnswer(choice, local);

  expect(answer.split("\r\n").filter((line) => line.startsWith("m="))).toEqual([
    "m=video 0 RTP/AVP 31 32",
    "m=audio 40000 RTP/AVP 8 101",
    "m=image 0 UDPTL t38",
  ]);
  expect(answer).toContain("a=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-15\r\na=ptime:20");
});

test("[XM37] an offer has the trunk's codecs in their order, and later the agreed codec", () => {
  const offer = makeOffer(local, { codecs: ["G722", "opus"] });

  expect(offer).toContain("m=audio 40000 RTP/AVP 9 107 101 102\r\n");
  expect(offer).toContain("a=rtpmap:9 G722/8000\r\na=rtpmap:107 opus/48000/2\r\n");
  expect(offer).toContain("a=rtpmap:102 telephone-event/48000\r\n");
  const agreed = { codec: "opus", payloadType: 96, telephoneEvent: null } as const;
  const again = makeOffer(local, { agreed });
  expect(again).toContain("m=audio 40000 RTP/AVP 96\r\na=rtpmap:96 opus/48000/2\r\n");
});

test("an offer has all codecs and telephone events, and we can answer it ourselves", () => {
  const offer = makeOffer(local);

  expect(offer).toContain("m=audio 40000 RTP/AVP 0 8 9 107 101 102\r\n");
  expect(offer).toContain("o=- 7 2 IN IP4 198.51.100.1");
  expect(chooseAudio(offer).remote).toEqual({
    address: "198.51.100.1",
    port: 40_000,
    codec: "PCMU",
    payloadType: 0,
    telephoneEvent: 101,
    otherLaw: 8,
  });
});

test("[XI50] any text causes SdpError or no error", () => {
  const line = fc.tuple(fc.constantFrom("v=", "c=", "m=", "a=", "o=", ""), fc.string());
  const nearly = fc.constantFrom(
    "v=0",
    "c=IN IP4 192.0.2.1",
    "m=audio 6000 RTP/AVP 0 8 101",
    "a=rtpmap:0 PCMU/8000",
    "a=sendonly",
  );
  const text = fc.array(
    fc.oneof(
      line.map((parts) => parts.join("")),
      nearly,
    ),
  );
  fc.assert(
    fc.property(text, (lines) => {
      try {
        makeAnswer(chooseAudio(["v=0", ...lines].join("\r\n")), local);
      } catch (error) {
        expect(error).toBeInstanceOf(SdpError);
      }
    }),
    { numRuns: 3000 },
  );
});
