import { ring, type SipListener } from "@linedesk/testkit";
import { ToneCodecs, type WideCodec } from "./tone-codec.ts";

const LINE = "+61255500101";
/** The exchange accepts 30 calls a second from one address, and drops the rest. */
const EVERY_MS = 45;
/** The codecs of the first ten telephones, which repeat for every further ten. */
const CODECS: readonly (WideCodec | "PCMU" | "PCMA")[] = [
  "PCMU",
  "G722",
  "PCMU",
  "opus",
  "PCMA",
  "PCMU",
  "G722",
  "PCMA",
  "PCMU",
  "PCMU",
];
/** The callers' tones are below those of the operators. */
const LOWEST_HZ = 350;
const STEP_HZ = 18;

export interface Caller {
  number: string;
  /** The number in the form of the rows: `02 7010 0001`. */
  shown: string;
  codec: string;
  hz: number;
  phone: SipListener;
}

/** Listeners of the station, each with a tone of its own, in four codecs. */
export class Callers {
  readonly all: Caller[] = [];
  readonly #exchange: { address: string; port: number };
  readonly #codecs: ToneCodecs;

  private constructor(exchange: { address: string; port: number }, codecs: ToneCodecs) {
    this.#exchange = exchange;
    this.#codecs = codecs;
  }

  static async open(exchange: { address: string; port: number }): Promise<Callers> {
    return new Callers(exchange, await ToneCodecs.load());
  }

  /** Calls the station. Resolves when the call is answered. */
  async ring(): Promise<Caller> {
    const index = this.all.length;
    const number = `+6127010${String(index).padStart(4, "0")}`;
    const codec = CODECS[index % CODECS.length] ?? "PCMU";
    const hz = LOWEST_HZ + (index % 100) * STEP_HZ;
    const phone = await ring({
      exchange: this.#exchange,
      from: number,
      to: LINE,
      sends: toneOf(hz),
      ...this.#codecOf(codec, hz),
    });
    const caller = { number, shown: showNumber(number), codec, hz, phone };
    this.all.push(caller);
    await phone.answered;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    return caller;
  }

  close(): Promise<unknown> {
    return Promise.all(this.all.map(({ phone }) => phone.close()));
  }

  #codecOf(codec: (typeof CODECS)[number], hz: number) {
    switch (codec) {
      case "PCMU":
        return { laws: ["PCMU", "PCMA"] as const };
      case "PCMA":
        return { laws: ["PCMA", "PCMU"] as const };
      case "G722":
      case "opus":
        return { codec: this.#codecs.open(codec, hz) };
    }
  }
}

/** Returns a second of the tone, because repeating it costs less than computing each sample. */
function toneOf(hz: number): Int16Array {
  const samples = Array.from({ length: 8_000 }, (_, at) =>
    Math.sin((2 * Math.PI * hz * at) / 8_000),
  );
  return Int16Array.from(samples, (sample) => Math.round(sample * 8_000));
}

function showNumber(number: string): string {
  return number.replace("+61", "0").replace(/^(\d{2})(\d{4})(\d{4})$/, "$1 $2 $3");
}
