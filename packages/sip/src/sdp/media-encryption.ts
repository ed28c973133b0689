import { type SrtpKey, type SrtpKeys, srtpSuites } from "@linedesk/audio";
import type { AudioChoice } from "./choose-audio.ts";
import { type CryptoLine, newSrtpKey, type KeyPolicy } from "./crypto-line.ts";
import { SdpError } from "./sdp.ts";

/** The last agreement. Our later offers request the same encryption. */
interface Agreed {
  protocol: string;
  keys: SrtpKeys | null;
  /** The far end's `address port`. When it changes, we use a new key. */
  address: string;
}

/** The SRTP keys of one leg's offers and answers (RFC 4568). */
export class MediaEncryption {
  readonly #policy: () => KeyPolicy;
  readonly #earlier: string | null;
  #agreed: Agreed | null = null;
  #offered: CryptoLine[] = [];

  /** `earlier` is the protocol of an agreement whose keys are lost. */
  constructor(policy: () => KeyPolicy, earlier: string | null = null) {
    this.#policy = policy;
    this.#earlier = earlier;
  }

  /** The protocol of the agreement, or of our first offer. */
  get protocol(): string {
    const first = this.policy === "required" ? "RTP/SAVP" : "RTP/AVP";
    return this.#agreed?.protocol ?? this.#earlier ?? first;
  }

  get policy(): KeyPolicy {
    return this.#policy();
  }

  /** Returns the encryption in our offer. If a key is in use, it is offered again. */
  offer(): { protocol: string; crypto: readonly CryptoLine[] } {
    const agreed = this.#agreed;
    const isWanted = agreed === null ? this.policy !== "off" : agreed.keys !== null;
    this.#offered = isWanted
      ? srtpSuites.map((suite, n) => ({ tag: n + 1, key: this.#ownKey(suite) }))
      : [];
    return { protocol: this.protocol, crypto: this.#offered };
  }

  /** Accepts the far end's offer and returns the key for our answer. */
  answer(choice: AudioChoice): { keys: SrtpKeys | null; crypto: readonly CryptoLine[] } {
    const theirs = choice.crypto;
    if (theirs === null) {
      return { keys: this.#agree(choice, null), crypto: [] };
    }
    const isSamePlace = formatRemoteAddress(choice) === this.#agreed?.address;
    const ours = isSamePlace ? this.#ownKey(theirs.key.suite) : newSrtpKey(theirs.key.suite);
    const keys = this.#agree(choice, { ours, theirs: theirs.key });
    return { keys, crypto: [{ tag: theirs.tag, key: ours }] };
  }

  /** Accepts the far end's answer to our offer. Throws SdpError if it selects none of our keys. */
  accept(choice: AudioChoice): SrtpKeys | null {
    const theirs = choice.crypto;
    if (theirs === null) {
      return this.#agree(choice, null);
    }
    const ours = this.#offered.find(({ tag }) => tag === theirs.tag)?.key;
    if (ours?.suite !== theirs.key.suite) {
      throw new SdpError("the answer selects an encryption that we did not offer");
    }
    return this.#agree(choice, { ours, theirs: theirs.key });
  }

  #ownKey(suite: SrtpKey["suite"]): SrtpKey {
    const ours = this.#agreed?.keys?.ours;
    return ours?.suite === suite ? ours : newSrtpKey(suite);
  }

  /**
   * Stores the agreement. A description that holds the call by port 0 or a zero address has no
   * keys, so the current keys remain.
   */
  #agree(choice: AudioChoice, keys: SrtpKeys | null): SrtpKeys | null {
    const before = this.#agreed;
    if (choice.remote === null && keys === null && before !== null) {
      return before.keys;
    }
    const address = choice.remote === null ? (before?.address ?? "") : formatRemoteAddress(choice);
    this.#agreed = { protocol: choice.protocol, keys, address };
    return keys;
  }
}

function formatRemoteAddress({ remote }: AudioChoice): string {
  return remote === null ? "" : `${remote.address} ${remote.port}`;
}
