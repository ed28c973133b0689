import { type AudioTerms, type KeyPolicy, type SipAddress, sipCodecs } from "@linedesk/sip";
import type { Trunk } from "./trunk.ts";

type Far = Pick<SipAddress, "transport">;

export function trunkAudioTerms(trunk: Trunk, far: Far): Required<AudioTerms> {
  const { srtp, codecs, digits, allowsUnencryptedKeys } = trunk;
  const maySendKeys = allowsUnencryptedKeys || isSecret(far);
  return { srtp: maySendKeys ? srtp : withoutKeys(srtp), codecs, events: digits !== "sound" };
}

/** A peer that is not a trunk may use all our codecs and, only over TLS, encryption. */
export function anonymousAudioTerms(far: Far): Required<AudioTerms> {
  return { srtp: isSecret(far) ? "optional" : "off", codecs: sipCodecs, events: true };
}

/** Over UDP and TCP every host on the path can read the keys, and so the audio. */
function isSecret({ transport }: Far): boolean {
  return transport === "tls";
}

function withoutKeys(srtp: Trunk["srtp"]): KeyPolicy {
  return srtp === "required" ? "refused" : "off";
}
