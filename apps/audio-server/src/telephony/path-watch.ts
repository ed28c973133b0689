import type { Clock } from "@linedesk/base";

/** In a browser's words. */
export type PathState = "new" | "checking" | "connected" | "disconnected" | "failed" | "closed";

interface PathWatchDeps {
  clock: Clock;
  /** Whether a path was found and is encrypted, and whether it was given up. */
  isOpen: () => boolean;
  isFailed: () => boolean;
  onState: () => void;
}

/** Without a packet for so long the path is lost. */
const SILENT_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 500;

/** How a call's path is, by what comes over it: whoever sends sound sends it all the time. */
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

  /** The other end has answered: from now on it is looked at. */
  begin(): void {
    this.#cancel();
    this.look();
    if (this.#state !== "closed") {
      this.#cancel = this.#deps.clock.after(LOOK_EVERY_MS, () => this.begin());
    }
  }

  noteReceived(): void {
    this.#receivedMs = this.#deps.clock.elapsedMs();
    if (this.#state !== "connected") {
      this.look();
    }
  }

  look(): void {
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
