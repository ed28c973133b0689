import { createSocket } from "node:dgram";
import { once } from "node:events";

import { systemClock } from "@linedesk/base";
import {
  DigestAuthenticator,
  type Incoming,
  makeResponse,
  parseDatagram,
  serialiseMessage,
  type SipRequest,
} from "@linedesk/sip";

/** The user that the registrar knows. */
export const trunkLogin = { username: "radio", password: "s3cret-of-the-carrier" };

export interface SipRegistrar {
  /** The host and port, as a trunk names them. */
  address: string;
  close: () => void;
}

/**
 * Starts a carrier over UDP. It answers OPTIONS, and accepts REGISTER of one user with digest
 * authentication.
 */
export async function startRegistrar(): Promise<SipRegistrar> {
  const socket = createSocket("udp4");
  const digest = new DigestAuthenticator(systemClock, "carrier.test");
  socket.on("message", (datagram, { address, port }) => {
    const parsed = parseDatagram(datagram, { address, port });
    if (parsed.type === "message" && parsed.message.type === "request") {
      const answer = answerRequest(parsed.message, digest);
      socket.send(serialiseMessage(makeResponse(parsed.message, answer)), port, address);
    }
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function answerRequest(request: Incoming<SipRequest>, digest: DigestAuthenticator) {
  const sourceAddress = request.source.address;
  if (request.method !== "REGISTER") {
    return { status: 200, toTag: "carrier" };
  }
  const authorization = request.headers.get("Authorization") ?? null;
  const verdict = digest.check({ method: "REGISTER", authorization, sourceAddress }, trunkLogin);
  if (verdict === "right") {
    return { status: 200, toTag: "carrier", headers: [["Expires", "600"]] as [string, string][] };
  }
  return authorization === null || verdict === "stale"
    ? { status: 401, headers: digest.challenges(sourceAddress, verdict === "stale") }
    : { status: 403, toTag: "carrier" };
}
