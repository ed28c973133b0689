import { spawn, type ChildProcess } from "node:child_process";

import type { Clock } from "@linedesk/base";
import { groupMemoryBytes } from "./group-memory.ts";
import { readOutput } from "./recogniser-output.ts";
import type { RecognitionEnd, RecognitionRequest } from "./recogniser.ts";

/** From the end of the speech to the words. */
const MAX_ANSWER_MS = 15_000;
/** A minute of speech, and its answer. */
const MAX_RUN_MS = 90_000;
const MAX_OUTPUT_BYTES = 256 * 1024;
const MEMORY_CHECK_MS = 1000;
/** Far more than five hundred hints of Twilio's length; the system refuses 128 KB. */
const MAX_HINT_BYTES = 100_000;

export interface RecogniserCommand {
  /** The program and its first arguments. */
  words: readonly string[];
  /** What it is given of our environment. */
  environment: Readonly<Record<string, string>>;
  maxMemoryBytes: number;
  clock: Clock;
}

/** One run of a recogniser program: PCM in, lines of JSON out, killed when it is over. */
export class RecogniserProcess {
  readonly #command: RecogniserCommand;
  readonly #onPartial: (text: string) => void;
  readonly #onEnd: (end: RecognitionEnd) => void;
  /** Null where the system would not start it. */
  readonly #child: ChildProcess | null;
  readonly #timers: (() => void)[] = [];
  #line = "";
  #outputBytes = 0;
  #isOver = false;

  constructor(
    command: RecogniserCommand,
    request: RecognitionRequest,
    events: { onPartial: (text: string) => void; onEnd: (end: RecognitionEnd) => void },
  ) {
    this.#command = command;
    this.#onPartial = events.onPartial;
    this.#onEnd = events.onEnd;
    this.#child = this.#start(request);
    if (this.#child === null) {
      return;
    }
    this.#listen(this.#child);
    this.#after(MAX_RUN_MS, () => this.#fail("it ran for too long"));
    this.#watchMemory();
  }

  write(samples: Int16Array): void {
    if (this.#isOver) {
      return;
    }
    const { buffer, byteOffset, byteLength } = samples;
    this.#child?.stdin?.write(Buffer.from(buffer, byteOffset, byteLength));
  }

  finish(): void {
    if (this.#isOver) {
      return;
    }
    this.#child?.stdin?.end();
    this.#after(MAX_ANSWER_MS, () => this.#fail("it gave no answer in time"));
  }

  /** Idempotent. */
  kill(): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    for (const cancel of this.#timers) {
      cancel();
    }
    if (this.#child === null) {
      return;
    }
    const { pid, stdin, stdout } = this.#child;
    // What left the group may hold them open for ever.
    stdin?.destroy();
    stdout?.destroy();
    if (pid === undefined) {
      return;
    }
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It had ended by itself.
    }
  }

  /** Some of what may go wrong is told by an event, and some is thrown: no memory, a busy file. */
  #start(request: RecognitionRequest): ChildProcess | null {
    const { words, environment } = this.#command;
    const [program = "", ...first] = words;
    try {
      // A group of its own, so that what it starts ends with it.
      return spawn(program, [...first, ...buildArguments(request)], {
        env: { ...environment, NODE_ENV: "production", SPEECH_HINTS: formatHints(request) },
        stdio: ["pipe", "pipe", "ignore"],
        detached: true,
      });
    } catch (error) {
      queueMicrotask(() => this.#fail(describeStartFailure(error)));
      return null;
    }
  }

  #listen(child: ChildProcess): void {
    child.on("error", (error) => this.#fail(describeStartFailure(error)));
    child.on("close", (code) => this.#fail(`it ended with ${code ?? "a signal"} and no answer`));
    // Its end tells of a broken pipe.
    child.stdin?.on("error", () => undefined);
    child.stdout?.setEncoding("utf8");
    child.stdout?.on("data", (text: string) => this.#read(text));
    // The last line need not be ended.
    child.stdout?.on("end", () => this.#read("\n"));
  }

  #read(text: string): void {
    this.#outputBytes += Buffer.byteLength(text);
    if (this.#outputBytes > MAX_OUTPUT_BYTES) {
      return this.#fail("it says too much");
    }
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      if (!this.#isOver) {
        this.#take(readOutput(line));
      }
    }
  }

  #take(output: ReturnType<typeof readOutput>): void {
    switch (output?.type) {
      case undefined:
        return;
      case "wrong":
        return this.#fail(`its last line has a wrong value (${output.why})`);
      case "partial":
        return this.#onPartial(output.text.trim());
      case "unsupported":
        return this.#end({ type: "failed", code: "language", message: output.message });
      case "final":
        return this.#end(toRecognitionEnd(output.text.trim(), output.confidence));
    }
  }

  #fail(why: string): void {
    const message = `the speech recogniser failed: ${why}`;
    this.#end({ type: "failed", code: "broken", message });
  }

  #end(end: RecognitionEnd): void {
    if (this.#isOver) {
      return;
    }
    this.kill();
    this.#onEnd(end);
  }

  #watchMemory(): void {
    this.#after(MEMORY_CHECK_MS, () => void this.#checkMemory());
  }

  async #checkMemory(): Promise<void> {
    const pid = this.#child?.pid;
    const bytes = pid === undefined ? 0 : await groupMemoryBytes(pid);
    if (this.#isOver) {
      return;
    }
    if (bytes > this.#command.maxMemoryBytes) {
      return this.#fail("it takes too much memory");
    }
    this.#watchMemory();
  }

  #after(delayMs: number, run: () => void): void {
    this.#timers.push(this.#command.clock.after(delayMs, run));
  }
}

/** The system's own word; its message has the command in it. */
function describeStartFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return `it could not be started (${code})`;
}

/** What other users of the machine may see; hints may be people's names, and are not among them. */
function buildArguments({ language, speechModel }: RecognitionRequest): string[] {
  return ["--language", language, "--model", speechModel];
}

/** Whole ones, as many as may be handed over. */
function formatHints({ hints }: RecognitionRequest): string {
  if (Buffer.byteLength(hints) <= MAX_HINT_BYTES) {
    return hints;
  }
  const short = Buffer.from(hints).subarray(0, MAX_HINT_BYTES).toString("utf8");
  return short.slice(0, short.lastIndexOf(",") + 1);
}

function toRecognitionEnd(text: string, confidence: number): RecognitionEnd {
  return text === "" ? { type: "nothing" } : { type: "recognised", text, confidence };
}
