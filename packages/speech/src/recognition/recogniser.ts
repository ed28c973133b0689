/** What a caller is expected to say, in the words of `<Gather>`. */
export interface RecognitionRequest {
  /** As BCP 47 has it, such as `en-AU`. */
  language: string;
  /** Words and phrases separated by commas. */
  hints: string;
  speechModel: string;
}

/** How a recognition ended. */
export type RecognitionEnd =
  | { type: "recognised"; text: string; confidence: number }
  /** There was no word in it. */
  | { type: "nothing" }
  | { type: "failed"; code: RecognitionFault; message: string };

export type RecognitionFault =
  /** There is no recogniser on this machine. */
  | "missing"
  /** It does not know the language. */
  | "language"
  /** Too many speak at once. */
  | "busy"
  /** It ended without an answer, or said what cannot be read. */
  | "broken";

/** One caller's speech on its way to being words. */
export interface Recognition {
  /** Mono, 16 kHz; the samples are the recogniser's from then on. */
  write(samples: Int16Array): void;
  /** Nothing more is said. Resolves within a bound, and never rejects. */
  finish(): Promise<RecognitionEnd>;
  /** Nobody wants the words any more. Idempotent. */
  cancel(): void;
}

/** Makes text of speech. */
export interface Recogniser {
  /** Why it cannot be made text here; null where it can. */
  refuse(request: RecognitionRequest): Promise<Extract<RecognitionEnd, { type: "failed" }> | null>;
  begin(request: RecognitionRequest, onPartial: (text: string) => void): Recognition;
  /** Ends what runs. */
  close(): Promise<void>;
}
