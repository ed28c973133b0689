import { randomBytes } from "node:crypto";

import { hostCandidates } from "./host-candidates.ts";
import { makeLegCertificate, type LegCertificate } from "./leg-certificate.ts";
import type { LocalTransport } from "./local-transport.ts";
import { buildHostCandidates, type ReservedPort } from "./reserved-port.ts";
import type { PeerOptions } from "./web-rtc-peer.ts";

/**
 * An offer that is made without the library, with the port, certificate and parameters that it
 * promises. The library passes the browser's answer to ICE before it stores the fingerprint of the
 * answer. A browser connects as soon as it has answered. On a busy machine its certificate can
 * therefore arrive before the library has the fingerprint, and the library refuses it. To avoid
 * this, we make the offer on a reserved port. When the answer is known, the library gets the answer
 * as an offer, and its only possible reply is our offer.
 */
export class PreparedOffer {
  readonly port: ReservedPort;
  readonly certificate: LegCertificate = makeLegCertificate(Date.now());
  readonly local: LocalTransport;

  constructor(port: ReservedPort, { bindAddress, advertise }: PeerOptions) {
    this.port = port;
    this.local = {
      ufrag: randomBytes(6).toString("base64"),
      pwd: randomBytes(24).toString("base64"),
      fingerprint: this.certificate.fingerprint,
      setup: "actpass",
      candidates: hostCandidates(buildHostCandidates(port.port, bindAddress), advertise),
    };
  }
}
