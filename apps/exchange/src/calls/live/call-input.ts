import { Emitter } from "@linedesk/base";
import { DtmfDeduplicator, type DtmfSource } from "../dtmf/dtmf-deduplicator.ts";

/** The programme that is audible behind the party's voice, and its delay. */
export interface ProgrammeDetection {
  isAudible: boolean;
  lagMs: number;
}

export const UNHEARD: ProgrammeDetection = { isAudible: false, lagMs: 0 };

export class CallInput {
  isSilent = false;
  isSpeaking = false;
  programme: ProgrammeDetection = UNHEARD;

  readonly #dtmf = new DtmfDeduplicator();
  readonly #onDigit = new Emitter<[digit: string, way: DtmfSource]>();
  readonly #onMedia = new Emitter<[]>();
  readonly #onSpeech = new Emitter<[]>();
  readonly #onProgramme = new Emitter<[detection: ProgrammeDetection]>();

  handleDigit(digit: string, way: DtmfSource, nowMs: number): void {
    if (this.#dtmf.accepts(digit, way, nowMs)) {
      this.#onDigit.emit(digit, way);
    }
  }

  onDigit(listener: (digit: string, way: DtmfSource) => void): () => void {
    return this.#onDigit.on(listener);
  }

  handleMedia(isSilent: boolean): void {
    this.isSilent = isSilent;
    this.#onMedia.emit();
  }

  onMedia(listener: () => void): () => void {
    return this.#onMedia.on(listener);
  }

  handleSpeech(isSpeaking: boolean): void {
    this.isSpeaking = isSpeaking;
    this.#onSpeech.emit();
  }

  onSpeech(listener: () => void): () => void {
    return this.#onSpeech.on(listener);
  }

  handleProgramme(detection: ProgrammeDetection): void {
    this.programme = detection;
    this.#onProgramme.emit(detection);
  }

  onProgramme(listener: (detection: ProgrammeDetection) => void): () => void {
    return this.#onProgramme.on(listener);
  }

  close(): void {
    this.#onDigit.clear();
    this.#onMedia.clear();
    this.#onSpeech.clear();
    this.#onProgramme.clear();
  }
}
