import { StoppedError } from "@linedesk/base";

export type Program = (signal: AbortSignal) => Promise<void>;

export class ProgramSlot {
  readonly #onFailed: (error: unknown) => void;
  #running: { controller: AbortController; done: Promise<void> } | null = null;

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  run(program: Program): void {
    const before = this.#running;
    before?.controller.abort(new StoppedError("redirected"));
    const controller = new AbortController();
    async function run() {
      await before?.done;
      if (!controller.signal.aborted) {
        await program(controller.signal);
      }
    }
    const done = run().catch((error: unknown) => {
      if (!(error instanceof StoppedError)) {
        this.#onFailed(error);
      }
    });
    this.#running = { controller, done };
  }

  stop(): void {
    this.#running?.controller.abort(new StoppedError("ended"));
  }
}
