import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file that an exchange has while it drains, so that it still drains after a crash. */
export class DrainMark {
  readonly #path: string | null;
  #isSet: boolean;

  /** Without a folder the mark does not outlive the process. */
  constructor(folder: string | null) {
    this.#path = folder === null ? null : join(folder, "draining");
    this.#isSet = this.#path !== null && existsSync(this.#path);
  }

  get isSet(): boolean {
    return this.#isSet;
  }

  set(isSet: boolean): void {
    this.#isSet = isSet;
    if (this.#path === null) {
      return;
    }
    if (isSet) {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, "", { mode: 0o600 });
    } else {
      rmSync(this.#path, { force: true });
    }
  }
}
