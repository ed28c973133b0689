/**
 * The recogniser that comes along: English by Debian's pocketsphinx, as a program of its own.
 * 16 kHz samples on its standard input, lines of JSON on its output; it ends with its input.
 */
import { parseArgs } from "node:util";

import { programEnvironment } from "../../programs/program-environment.ts";
import type { RecogniserOutput } from "../recogniser-output.ts";
import { SphinxDecoder } from "./sphinx-decoder.ts";
import { SphinxSession } from "./sphinx-session.ts";

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "en-US" },
    model: { type: "string", default: "default" },
  },
});

/** Not an argument, which other users of the machine may see. */
const hints = process.env["SPEECH_HINTS"] ?? "";

function writeOutput(output: RecogniserOutput): void {
  process.stdout.write(`${JSON.stringify(output)}\n`);
}

async function recognise(): Promise<void> {
  const session = new SphinxSession(
    new SphinxDecoder(),
    { hints, speechModel: values.model, environment: programEnvironment(process.env) },
    (text) => writeOutput({ type: "partial", text }),
  );
  let rest = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length & ~1;
    rest = bytes.subarray(whole);
    session.feed(readSamples(bytes.subarray(0, whole)));
  }
  writeOutput({ type: "final", ...session.finish() });
}

/** Copied, since a view of 16 bits must begin at an even address. */
function readSamples(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length / 2);
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = bytes.readInt16LE(2 * at);
  }
  return samples;
}

if (/^en(-|$)/i.test(values.language)) {
  await recognise();
} else {
  writeOutput({ type: "unsupported", message: `${values.language} is not recognised here` });
}
