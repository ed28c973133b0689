import type { Recogniser, Recognition, RecognitionEnd } from "@linedesk/speech";
import type { RecognitionRequest } from "@linedesk/speech/testing";

/** Understands what the test says it does. */
export class FakeRecogniser implements Recogniser {
  readonly requests: RecognitionRequest[] = [];
  readonly samples: Int16Array[] = [];
  refusal: Extract<RecognitionEnd, { type: "failed" }> | null = null;
  isCancelled = false;
  #onPartial: (text: string) => void = () => undefined;
  #end: (end: RecognitionEnd) => void = () => undefined;

  refuse = () => Promise.resolve(this.refusal);
  close = () => Promise.resolve();

  begin(request: RecognitionRequest, onPartial: (text: string) => void): Recognition {
    this.requests.push(request);
    this.#onPartial = onPartial;
    const ended = new Promise<RecognitionEnd>((resolve) => (this.#end = resolve));
    return {
      write: (samples) => void this.samples.push(samples),
      finish: () => ended,
      cancel: () => {
        this.isCancelled = true;
      },
    };
  }

  emitPartial(text: string): void {
    this.#onPartial(text);
  }

  end(end: RecognitionEnd): void {
    this.#end(end);
  }
}
