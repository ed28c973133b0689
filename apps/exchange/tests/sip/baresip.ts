import { existsSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import { sine, writeWav } from "@linedesk/audio";
import { type Cleanup, run, type RunningProgram } from "../support/sip-support.ts";

function moduleFolder(): string {
  const folders = ["/usr/lib/baresip/modules", "/usr/lib/x86_64-linux-gnu/baresip/modules"];
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined) {
    throw new Error("baresip is missing: apt-get install baresip-core");
  }
  return found;
}

/** baresip quits by itself after this time, so that a killed run leaves no process. */
const LIFETIME_S = 120;

/** The tone that baresip sends with each codec. */
const tones = {
  pcma: { sampleRate: 8000, frequencyHz: 600 },
  "g722/16000/1": { sampleRate: 16_000, frequencyHz: 6000 },
  "opus/48000/2": { sampleRate: 48_000, frequencyHz: 6000 },
} as const;

/** Repeats the samples for left and right, as RFC 7587 requires of Opus. */
function inStereo(mono: Uint8Array): Buffer {
  const header = Buffer.from(mono.subarray(0, 44));
  const samples = Buffer.from(mono.subarray(44));
  const both = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at += 2) {
    samples.copy(both, at * 2, at, at + 2);
    samples.copy(both, at * 2 + 2, at, at + 2);
  }
  header.writeUInt32LE(36 + both.length, 4);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(header.readUInt32LE(28) * 2, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt32LE(both.length, 40);
  return Buffer.concat([header, both]);
}

export interface BaresipOptions {
  folder: string;
  port: number;
  account?: string;
  args?: string[];
  codec?: keyof typeof tones;
  commandPort?: number;
}

/** Starts real baresip without a sound card. It sends its tone and records what it receives. */
export function startBaresip(cleanup: Cleanup, options: BaresipOptions): RunningProgram {
  const { folder, port, codec = "pcma", commandPort } = options;
  const { sampleRate, frequencyHz } = tones[codec];
  const frequenciesHz = [frequencyHz];
  const tone = { frequenciesHz, durationMs: LIFETIME_S * 1_000, amplitude: 0.3, sampleRate };
  const wav = writeWav(sine(tone), sampleRate);
  writeFileSync(join(folder, "tone.wav"), codec === "opus/48000/2" ? inStereo(wav) : wav);
  const codecs = `audio_codecs=${codec}`;
  const account = `<sip:0491570158@127.0.0.1>;regint=0;${codecs}${options.account ?? ""}\n`;
  writeFileSync(join(folder, "accounts"), account);
  writeFileSync(join(folder, "contacts"), "");
  const settings = [
    "poll_method epoll",
    "call_max_calls 1",
    "audio_player aubridge,heard",
    `audio_source aufile,${join(folder, "tone.wav")}`,
    "audio_alert aubridge,alert",
    "net_interface 127.0.0.1",
    `sip_listen 127.0.0.1:${port}`,
    `snd_path ${folder}`,
    `module_path ${moduleFolder()}`,
    ...["g711", "g722", "opus", "aubridge", "aufile", "sndfile", "srtp"].map(
      (name) => `module ${name}.so`,
    ),
    "module_app account.so",
    "module_app menu.so",
    ...(commandPort === undefined
      ? []
      : ["module_app ctrl_tcp.so", `ctrl_tcp_listen 127.0.0.1:${commandPort}`]),
    "",
  ];
  writeFileSync(join(folder, "config"), settings.join("\n"));
  const args = ["-f", folder, "-v", "-t", String(LIFETIME_S), ...(options.args ?? [])];
  return run(cleanup, "baresip", { args, cwd: folder });
}

/** Sends baresip a user command, such as `transfer` or `hold`, as a netstring of JSON. */
export async function commandBaresip(
  commandPort: number,
  command: string,
  params = "",
): Promise<void> {
  const socket = await connected(commandPort);
  const text = JSON.stringify({ command, params });
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write(`${Buffer.byteLength(text)}:${text},`);
  await answered;
  socket.destroy();
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}
