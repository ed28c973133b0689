import { appendFileSync, writeFileSync } from "node:fs";

/** The log of a walk through an installation: one line with its time for each step and finding. */
export class WalkLog {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    writeFileSync(path, "");
  }

  write(text: string): void {
    const time = new Date().toISOString().slice(11, 23);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => `${time} ${line}\n`)
      .join("");
    process.stdout.write(lines);
    appendFileSync(this.#path, lines);
  }

  /** Writes the sentence as a finding. Throws when it is not true. */
  assert(isTrue: boolean, sentence: string): void {
    if (!isTrue) {
      this.write(`NO  ${sentence}`);
      throw new Error(`It is not true that ${sentence}.`);
    }
    this.write(`ok  ${sentence}`);
  }
}
