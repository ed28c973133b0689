import { eventually } from "../support/booted-exchange.ts";
import type { Attackers } from "./attackers.ts";

export interface HostileCall {
  /** The port at which the exchange receives the sound of the call. */
  rtpPort: number;
  hangUp(): Promise<void>;
}

let calls = 0;

/** Calls as a telephone that sends both SIP and RTP, with any content, from one socket. */
export async function callTo(
  sip: { address: string; port: number },
  number: string,
  phone: Attackers,
): Promise<HostileCall> {
  const name = `hostile-telephone-${process.pid}-${(calls += 1)}`;
  function request(method: string, cseq: number, parts: { to: string; body?: string }): Buffer {
    const { to, body = "" } = parts;
    const lines = [
      `${method} sip:${number}@${sip.address} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${phone.port};branch=z9hG4bK${name}${cseq}${method};rport`,
      "Max-Forwards: 70",
      `From: <sip:+61491570006@127.0.0.1>;tag=${name}`,
      `To: ${to}`,
      `Call-ID: ${name}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: <sip:x@127.0.0.1:${phone.port}>`,
      ...(body === "" ? [] : ["Content-Type: application/sdp"]),
      `Content-Length: ${body.length}`,
      "",
      body,
    ];
    return Buffer.from(lines.join("\r\n"));
  }
  const offer = `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${phone.port} RTP/AVP 0 101\r\na=rtpmap:0 PCMU/8000\r\na=rtpmap:101 telephone-event/8000\r\n`;
  const to = `<sip:${number}@${sip.address}>`;
  await phone.fire([request("INVITE", 1, { to, body: offer })], sip.port);
  const ok = await eventually(
    async () => phone.received.map(String).find((text) => text.startsWith("SIP/2.0 200")),
    (text) => text !== undefined,
  );
  const remote = /^To: *(.*)\r$/im.exec(ok ?? "")?.[1] ?? to;
  await phone.fire([request("ACK", 1, { to: remote })], sip.port);
  return {
    rtpPort: Number(/m=audio (\d+)/.exec(ok ?? "")?.[1]),
    async hangUp() {
      await phone.fire([request("BYE", 2, { to: remote })], sip.port);
      await eventually(
        async () => phone.received.some((bytes) => /^CSeq: 2 BYE/im.test(String(bytes))),
        Boolean,
      );
    },
  };
}
