import { randomBytes } from "node:crypto";

import { hostCandidates } from "./host-candidates.ts";
import { makeLegCertificate, type LegCertificate } from "./leg-certificate.ts";
import type { LocalTransport } from "./local-transport.ts";
import { buildHostCandidates, type ReservedPort } from "./reserved-port.ts";
import type { PeerOptions } from "./web-rtc-peer.ts";

/**
 * An offer that is made without the library, with the port, certificate and parameters that it
 * promises. The library gives an answer to its ICE before it stores the answer's fingerprint. A
 * browser that has answered connects at once, and on a busy machine its certificate can come before
 * the fingerprint and is then refused. Therefore the offer is made on a reserved port. When the
 * answer is known, the library gets it as an offer, and its only possible reply is our offer.
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
