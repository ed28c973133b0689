import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { joinSamples, parseWav, sine, toneAmplitude, writeWav } from "@linedesk/audio";

const RATE = 8_000;
const WINDOW = RATE / 4;
/** The bytes of a second of 16-bit samples. */
const BYTES_PER_S = RATE * 2;
const USUAL_CALL_S = 60;
const MAX_SAMPLE = 32_768;

/** A third-party telephone, baresip: it sends its tone and records received sound. */
export class BaresipPhone {
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-baresip-"));
  readonly #program: ChildProcess;
  #output = "";

  /**
   * Calls the number from 0491 570 158, and sends a tone of `saysHz`. The program ends by itself
   * after `lastsS`.
   */
  constructor(
    number: string,
    exchange: { host: string; port: number },
    { saysHz, lastsS = USUAL_CALL_S }: { saysHz: number; lastsS?: number },
  ) {
    const folder = this.#folder;
    const tone = { frequenciesHz: [saysHz], durationMs: 1_000, amplitude: 0.3, sampleRate: RATE };
    const second = sine(tone);
    // The tone has whole hertz, so that its seconds fit together.
    const seconds = Array.from({ length: lastsS }, () => second);
    writeFileSync(join(folder, "tone.wav"), writeWav(joinSamples(seconds), RATE));
    writeFileSync(
      join(folder, "accounts"),
      "<sip:0491570158@127.0.0.1>;regint=0;audio_codecs=pcma\n",
    );
    writeFileSync(join(folder, "contacts"), "");
    writeFileSync(join(folder, "config"), settingsOf(folder).join("\n"));
    const command = `d sip:${number}@${exchange.host}:${exchange.port}`;
    const args = ["-f", folder, "-v", "-t", String(lastsS), "-e", command];
    this.#program = spawn("baresip", args, { cwd: folder });
    this.#program.stdout?.on("data", (text) => (this.#output += String(text)));
    this.#program.stderr?.on("data", (text) => (this.#output += String(text)));
  }

  /** The whole output of the program. */
  get output(): string {
    return this.#output;
  }

  /** The number of recorded seconds. */
  get receivedS(): number {
    const path = this.#receivedPath;
    return path === null ? 0 : statSync(path).size / BYTES_PER_S;
  }

  get isCalling(): boolean {
    return this.#program.exitCode === null && !this.#output.includes("session closed");
  }

  /** Returns the tone's level (0..1) in the last `ms` of received sound, during the call. */
  toneAmplitude(hz: number, ms: number): number {
    const path = this.#receivedPath;
    const bytes = Math.round((ms * RATE) / 1_000) * 2;
    const size = path === null ? 0 : statSync(path).size;
    if (path === null || size < bytes) {
      return 0;
    }
    const samples = new Int16Array(bytes / 2);
    const file = openSync(path, "r");
    readSync(file, new Uint8Array(samples.buffer), 0, bytes, size - bytes - (size % 2));
    closeSync(file);
    return toneAmplitude(samples, hz, RATE) / MAX_SAMPLE;
  }

  /** Returns the tone's level (0..1) in the best quarter of a second, after the call has ended. */
  loudest(hz: number): number {
    const path = this.#receivedPath;
    if (path === null) {
      return 0;
    }
    const { samples } = parseWav(readFileSync(path));
    const decoded = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
    const parts = Array.from({ length: Math.floor(decoded.length / WINDOW) }, (_, at) =>
      toneAmplitude(decoded.subarray(at * WINDOW, (at + 1) * WINDOW), hz, RATE),
    );
    return Math.max(0, ...parts);
  }

  get #receivedPath(): string | null {
    const name = readdirSync(this.#folder).find((file) => file.endsWith("-dec.wav"));
    return name === undefined ? null : join(this.#folder, name);
  }

  close(): void {
    this.#program.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function settingsOf(folder: string): string[] {
  const folders = ["/usr/lib/baresip/modules", "/usr/lib/x86_64-linux-gnu/baresip/modules"];
  const modules = folders.find((one) => existsSync(one));
  if (modules === undefined) {
    throw new Error("baresip is missing: apt-get install baresip-core");
  }
  return [
    "poll_method epoll",
    "call_max_calls 1",
    "audio_player aubridge,heard",
    `audio_source aufile,${join(folder, "tone.wav")}`,
    "audio_alert aubridge,alert",
    "net_interface 127.0.0.1",
    "sip_listen 127.0.0.1:0",
    `snd_path ${folder}`,
    `module_path ${modules}`,
    ...["g711", "aubridge", "aufile", "sndfile"].map((name) => `module ${name}.so`),
    "module_app account.so",
    "module_app menu.so",
    "",
  ];
}
