import type { Part } from "./changed-parts.ts";

export interface RestarterOptions {
  restart: (part: Part) => Promise<void>;
  write: (line: string) => void;
}

/** An editor writes several files together, and one restart is enough for them. */
const DEBOUNCE_MS = 300;

const NOTES: Readonly<Record<Part, string>> = {
  exchange: "The exchange restarts, because its sources changed. Its calls continue.",
  server: "The server restarts, because its sources changed.",
};

/** Restarts parts shortly after the last change, one after another. */
export class Restarter {
  readonly #options: RestarterOptions;
  readonly #changed = new Set<Part>();
  #timer: NodeJS.Timeout | undefined;
  #working = Promise.resolve();

  constructor(options: RestarterOptions) {
    this.#options = options;
  }

  note(parts: readonly Part[]): void {
    if (parts.length === 0) {
      return;
    }
    for (const part of parts) {
      this.#changed.add(part);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#restartAll(), DEBOUNCE_MS);
  }

  #restartAll(): void {
    // The exchange starts first, because the server connects to it when it starts.
    const parts = [...this.#changed].sort();
    this.#changed.clear();
    this.#working = this.#working.then(async () => {
      for (const part of parts) {
        this.#options.write(NOTES[part]);
        await this.#options.restart(part);
      }
    });
  }
}
