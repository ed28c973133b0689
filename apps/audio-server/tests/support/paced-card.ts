import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FRAME_BYTES = 4;

/**
 * A sound card that keeps time and can be unplugged. Its name in ALSA is `studio`. Each process has
 * one, by its own ALSA configuration.
 */
export class PacedCard {
  readonly name = "studio";
  readonly #played: string;
  readonly #gone: string;

  constructor(folder: string, hz: number, beside: string) {
    const plugin = join(folder, "paced-card.so");
    const config = join(folder, "alsa.conf");
    this.#played = join(folder, "played.raw");
    this.#gone = join(folder, "gone");
    const source = join(import.meta.dirname, "paced-card.c");
    const args = ["-O2", "-shared", "-fPIC", "-o", plugin, source, "-l:libasound.so.2", "-lm"];
    const { status, stderr } = spawnSync("cc", args, { encoding: "utf8" });
    if (status !== 0) {
      throw new Error(`The card cannot be compiled: ${stderr}`);
    }
    const lines = [
      "</usr/share/alsa/alsa.conf>",
      `pcm_type.paced { lib "${plugin}" }`,
      `pcm.${this.name} { type paced, played "${this.#played}", gone "${this.#gone}", hz ${hz} }`,
      beside,
    ];
    writeFileSync(config, `${lines.join("\n")}\n`);
    process.env["ALSA_CONFIG_PATH"] = config;
  }

  unplug(): void {
    writeFileSync(this.#gone, "");
  }

  plug(): void {
    rmSync(this.#gone);
  }

  get playedFrames(): number {
    return existsSync(this.#played) ? statSync(this.#played).size / FRAME_BYTES : 0;
  }

  played(fromFrame: number): Int16Array {
    const bytes = readFileSync(this.#played);
    const frames = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    return frames.filter((_, i) => i % 2 === 0).subarray(fromFrame);
  }

  close(): void {
    delete process.env["ALSA_CONFIG_PATH"];
  }
}
