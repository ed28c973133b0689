import { RecogniserProcess, type RecogniserCommand } from "./recogniser-process.ts";
import type { Recogniser, Recognition, RecognitionEnd, RecognitionRequest } from "./recogniser.ts";

export interface ProcessRecogniserOptions extends RecogniserCommand {
  /** Programs that run at once; others wait for their turn, with what is said meanwhile. */
  maxRunning: number;
  maxWaiting: number;
  /** Why a request cannot be met; null where it can. */
  refuse: Recogniser["refuse"];
}

/** What one caller may say while they wait for a program: a minute. */
const MAX_WAITING_SAMPLES = 60 * 16_000;
/** For a turn, when all has been said. */
const MAX_WAIT_MS = 10_000;
const busy: RecognitionEnd = {
  type: "failed",
  code: "busy",
  message: "too many callers speak at once for the speech recogniser",
};

/** A program for each utterance, so many at once. */
export class ProcessRecogniser implements Recogniser {
  readonly #options: ProcessRecogniserOptions;
  readonly #running = new Set<ProcessRecognition>();
  readonly #waiting = new Set<ProcessRecognition>();

  constructor(options: ProcessRecogniserOptions) {
    this.#options = options;
  }

  refuse(request: RecognitionRequest): ReturnType<Recogniser["refuse"]> {
    return this.#options.refuse(request);
  }

  begin(request: RecognitionRequest, onPartial: (text: string) => void): Recognition {
    const recognition = new ProcessRecognition({
      open: (onEnd) => new RecogniserProcess(this.#options, request, { onPartial, onEnd }),
      onOver: () => this.#handleOver(recognition),
      afterMaxWait: (run) => this.#options.clock.after(MAX_WAIT_MS, run),
    });
    if (this.#running.size < this.#options.maxRunning) {
      this.#start(recognition);
    } else if (this.#waiting.size < this.#options.maxWaiting) {
      this.#waiting.add(recognition);
    } else {
      recognition.end(busy);
    }
    return recognition;
  }

  async close(): Promise<void> {
    for (const recognition of [...this.#waiting, ...this.#running]) {
      recognition.cancel();
    }
  }

  #start(recognition: ProcessRecognition): void {
    this.#running.add(recognition);
    recognition.start();
  }

  #handleOver(recognition: ProcessRecognition): void {
    this.#waiting.delete(recognition);
    if (!this.#running.delete(recognition)) {
      return;
    }
    const [next] = this.#waiting;
    if (next === undefined) {
      return;
    }
    this.#waiting.delete(next);
    this.#start(next);
  }
}

interface RecognitionOptions {
  open(onEnd: (end: RecognitionEnd) => void): RecogniserProcess;
  onOver(): void;
  /** Runs after the time that a caller may wait for their turn when they have said it all. */
  afterMaxWait(run: () => void): () => void;
}

/** Keeps what is said until its program runs. */
class ProcessRecognition implements Recognition {
  readonly #options: RecognitionOptions;
  readonly #ended: Promise<RecognitionEnd>;
  #resolveEnd: (end: RecognitionEnd) => void = () => undefined;
  #buffered: Int16Array[] = [];
  #bufferedSamples = 0;
  #isFinished = false;
  #isOver = false;
  #process: RecogniserProcess | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(options: RecognitionOptions) {
    this.#options = options;
    this.#ended = new Promise((resolve) => (this.#resolveEnd = resolve));
  }

  start(): void {
    this.#stopWaiting();
    this.#process = this.#options.open((end) => this.end(end));
    for (const samples of this.#buffered) {
      this.#process.write(samples);
    }
    this.#buffered = [];
    if (this.#isFinished) {
      this.#process.finish();
    }
  }

  write(samples: Int16Array): void {
    if (this.#process) {
      return this.#process.write(samples);
    }
    this.#bufferedSamples += samples.length;
    if (!this.#isOver && this.#bufferedSamples <= MAX_WAITING_SAMPLES) {
      this.#buffered.push(samples);
    }
  }

  finish(): Promise<RecognitionEnd> {
    this.#isFinished = true;
    if (this.#process) {
      this.#process.finish();
    } else if (!this.#isOver) {
      this.#stopWaiting = this.#options.afterMaxWait(() => this.end(busy));
    }
    return this.#ended;
  }

  cancel(): void {
    this.#process?.kill();
    this.end({ type: "nothing" });
  }

  end(end: RecognitionEnd): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#stopWaiting();
    this.#buffered = [];
    this.#resolveEnd(end);
    this.#options.onOver();
  }
}
