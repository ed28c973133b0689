import type { Recogniser, Recognition, RecognitionEnd } from "@linedesk/speech";
import type { RecognitionRequest } from "@linedesk/speech/testing";

/** Understands what the test says it does. */
export class FakeRecogniser implements Recogniser {
  readonly asked: RecognitionRequest[] = [];
  readonly told: Int16Array[] = [];
  refusal: Extract<RecognitionEnd, { type: "failed" }> | null = null;
  isCancelled = false;
  #tellPartial: (text: string) => void = () => undefined;
  #end: (end: RecognitionEnd) => void = () => undefined;

  refuse = () => Promise.resolve(this.refusal);
  close = () => Promise.resolve();

  begin(request: RecognitionRequest, onPartial: (text: string) => void): Recognition {
    this.asked.push(request);
    this.#tellPartial = onPartial;
    const ended = new Promise<RecognitionEnd>((resolve) => (this.#end = resolve));
    return {
      write: (samples) => void this.told.push(samples),
      finish: () => ended,
      cancel: () => {
        this.isCancelled = true;
      },
    };
  }

  partly(text: string): void {
    this.#tellPartial(text);
  }

  end(end: RecognitionEnd): void {
    this.#end(end);
  }
}
