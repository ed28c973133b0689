import { Listeners } from "@linedesk/base";
import { HeardKeys, type KeyWay } from "../dtmf/heard-keys.ts";

/** What is heard of a call's party: keys, speech, and whether its media flows. */
export class CallEars {
  /** True between the media's `leg.silent` and `leg.heard`. */
  isSilent = false;
  /** True between the beginning and the end of speech, whoever hears it. */
  isSpeaking = false;

  readonly #keys = new HeardKeys();
  readonly #onDigit = new Listeners<[digit: string, way: KeyWay]>();
  readonly #onMedia = new Listeners<[]>();
  readonly #onSpeech = new Listeners<[]>();

  digit(digit: string, way: KeyWay, nowMs: number): void {
    if (this.#keys.accepts(digit, way, nowMs)) {
      this.#onDigit.tell(digit, way);
    }
  }

  onDigit(listener: (digit: string, way: KeyWay) => void): () => void {
    return this.#onDigit.add(listener);
  }

  media(isSilent: boolean): void {
    this.isSilent = isSilent;
    this.#onMedia.tell();
  }

  onMedia(listener: () => void): () => void {
    return this.#onMedia.add(listener);
  }

  speech(isSpeaking: boolean): void {
    this.isSpeaking = isSpeaking;
    this.#onSpeech.tell();
  }

  onSpeech(listener: () => void): () => void {
    return this.#onSpeech.add(listener);
  }

  /** Nobody is told any more. */
  close(): void {
    this.#onDigit.clear();
    this.#onMedia.clear();
    this.#onSpeech.clear();
  }
}
