import { expect, test } from "vitest";

import { buildAnnouncement, buildSessionDescription } from "./stream-session.ts";

const session = {
  origin: "192.0.2.10",
  sessionId: 77_000,
  name: "Linedesk\r\nline1",
  address: "239.69.1.2",
  port: 5004,
  ttl: 15,
  payloadType: 97,
};

test("[AS51] the description names the stream, and no reference clock", () => {
  expect(buildSessionDescription(session)).toBe(
    [
      "v=0",
      "o=- 77000 77000 IN IP4 192.0.2.10",
      "s=Linedesk  line1",
      "c=IN IP4 239.69.1.2/15",
      "t=0 0",
      "m=audio 5004 RTP/AVP 97",
      "a=rtpmap:97 L24/48000/1",
      "a=ptime:1",
      "a=maxptime:1",
      "a=sendonly",
      "a=mediaclk:sender",
      "",
    ].join("\r\n"),
  );
  expect(buildSessionDescription({ ...session, address: "192.0.2.20" })).toContain(
    "c=IN IP4 192.0.2.20\r\n",
  );
});

test("[AS51] an announcement and its withdrawal are SAP of version 1 with the origin", () => {
  const announced = buildAnnouncement("v=0", { ...session, isDeletion: false });
  const withdrawn = buildAnnouncement("v=0", { ...session, isDeletion: true });

  expect(announced[0]).toBe(0x20);
  expect(withdrawn[0]).toBe(0x24);
  expect(announced.readUInt16BE(2)).toBe(77_000 & 0xffff);
  expect(withdrawn.subarray(2)).toEqual(announced.subarray(2));
  expect([...announced.subarray(4, 8)]).toEqual([192, 0, 2, 10]);
  expect(announced.toString("utf8", 8)).toBe("application/sdp\0v=0");
});
