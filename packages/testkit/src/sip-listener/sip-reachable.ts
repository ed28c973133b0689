import { pause } from "./pause.ts";
import { type UdpAddress, SipPhone } from "./sip-phone.ts";
import { randomName, writeSipText } from "./sip-text.ts";

/**
 * Repeats OPTIONS until any SIP answer comes or the time is over. Returns true if an answer came.
 */
export async function isSipReachable(exchange: UdpAddress, waitMs = 3000): Promise<boolean> {
  const answered = new AbortController();
  const phone = new SipPhone((message) => {
    if (message.status > 0) {
      answered.abort();
    }
  });
  const host = exchange.address.startsWith("127.") ? "127.0.0.1" : "0.0.0.0";
  await phone.open(host, 0);
  const hostPort = `${phone.addressToward(exchange.address)}:${phone.port}`;
  const uri = `sip:${exchange.address}:${exchange.port}`;
  const headers: [string, string][] = [
    ["Via", `SIP/2.0/UDP ${hostPort};branch=z9hG4bK${randomName()};rport`],
    ["Max-Forwards", "70"],
    ["From", `<sip:listener@${hostPort}>;tag=${randomName()}`],
    ["To", `<${uri}>`],
    ["Call-ID", randomName()],
    ["CSeq", "1 OPTIONS"],
  ];
  phone.sendUntil("OPTIONS", writeSipText({ first: `OPTIONS ${uri} SIP/2.0`, headers }), exchange);
  await pause(waitMs, answered.signal);
  phone.close();
  return answered.signal.aborted;
}
