import { StoppedError } from "@linedesk/base";

export type Program = (signal: AbortSignal) => Promise<void>;

/** The one program that a call runs. */
export class ProgramSlot {
  readonly #onFailed: (error: unknown) => void;
  #running: { controller: AbortController; done: Promise<void> } | null = null;

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** In place of the one before, which is stopped and tidies up first. */
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

  /** The call has ended. */
  stop(): void {
    this.#running?.controller.abort(new StoppedError("ended"));
  }
}
