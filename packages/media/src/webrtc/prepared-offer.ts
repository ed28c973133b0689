import { randomBytes } from "node:crypto";

import { hostCandidates } from "./host-candidates.ts";
import { makeLegCertificate, type LegCertificate } from "./leg-certificate.ts";
import type { LocalTransport } from "./local-transport.ts";
import { buildHostCandidates, type ReservedPort } from "./reserved-port.ts";
import type { PeerOptions } from "./web-rtc-peer.ts";

/**
 * An offer of ours, made without the library, and what it promised.
 *
 * The library hands an answer to its ICE before it stores the fingerprint in it. A browser that
 * answered is knocking by then, and on a busy machine its certificate was there before the
 * fingerprint, and refused. So our offer is made on a reserved port; when the answer is known the
 * library takes it for an offer, to which it knows but one reply: ours.
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
