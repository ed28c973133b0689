import type { Clock } from "@linedesk/base";

export type PathState = "new" | "checking" | "connected" | "disconnected" | "failed" | "closed";

interface PathWatchDeps {
  clock: Clock;
  isOpen: () => boolean;
  isFailed: () => boolean;
  onState: () => void;
}

const SILENT_AFTER_MS = 3_000;
const CHECK_EVERY_MS = 500;

export class PathWatch {
  readonly #deps: PathWatchDeps;
  #state: PathState = "new";
  #receivedMs: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(deps: PathWatchDeps) {
    this.#deps = deps;
  }

  get state(): PathState {
    return this.#state;
  }

  begin(): void {
    this.#cancel();
    this.check();
    if (this.#state !== "closed") {
      this.#cancel = this.#deps.clock.after(CHECK_EVERY_MS, () => this.begin());
    }
  }

  noteReceived(): void {
    this.#receivedMs = this.#deps.clock.elapsedMs();
    if (this.#state !== "connected") {
      this.check();
    }
  }

  check(): void {
    if (this.#state !== "closed") {
      this.#set(this.#judge());
    }
  }

  close(): void {
    this.#cancel();
    this.#set("closed");
  }

  #judge(): PathState {
    const { clock, isOpen, isFailed } = this.#deps;
    if (isFailed()) {
      return "failed";
    }
    if (!isOpen()) {
      return "checking";
    }
    this.#receivedMs ??= clock.elapsedMs();
    return clock.elapsedMs() - this.#receivedMs > SILENT_AFTER_MS ? "disconnected" : "connected";
  }

  #set(state: PathState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#deps.onState();
    }
  }
}
