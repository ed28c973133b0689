import { pause } from "../sip-listener/pause.ts";
import { ring, type SipListener } from "../sip-listener/ring.ts";
import type { DemoConfig } from "./config.ts";
import { createVoice } from "./create-voice.ts";
import { type FictionalListener, writeNumber } from "./fictional-listeners.ts";
import { isSpeechReceived } from "./speech-received.ts";

export interface DemoCall {
  person: FictionalListener;
  index: number;
  config: DemoConfig;
  say: (line: string) => void;
  /** The signal that ends all calls when it is aborted. */
  signal: AbortSignal;
}

const lookEveryMs = 1000;
const listenMs = 4000;

/** Makes one listener's call, and resolves when it has ended. */
export async function makeDemoCall(call: DemoCall): Promise<void> {
  const { person, index, config, signal } = call;
  const sends = await createVoice(person, index);
  if (signal.aborted) {
    return;
  }
  const to = config.numbers[index % config.numbers.length] ?? "";
  const exchange = { address: config.host, port: config.port };
  print(call, `rings ${writeNumber(to)}`);
  const listener = await ring({ exchange, from: person.number, name: person.name, to, sends });
  function hangUp(): void {
    void listener.hangUp();
  }
  signal.addEventListener("abort", hangUp, { once: true });
  listener.answered.then(
    () => print(call, "is connected and waits"),
    () => undefined,
  );
  try {
    print(call, await untilGone(call, listener));
  } finally {
    signal.removeEventListener("abort", hangUp);
    await listener.close();
  }
}

/** Waits for the first event that ends the call, and describes it. */
async function untilGone({ config, signal }: DemoCall, listener: SipListener): Promise<string> {
  const { min, max } = config.ringS;
  const ringMs = (min + Math.random() * (max - min)) * 1000;
  const startMs = performance.now();
  let talkedMs = 0;
  while (listener.status !== "ended" && !signal.aborted) {
    await Promise.race([listener.ended, pause(lookEveryMs)]);
    if (listener.packetsReceived > 0 && isSpeechReceived(listener.receivedAudio(listenMs))) {
      talkedMs += lookEveryMs;
    }
    if (talkedMs >= config.conversationS * 1000) {
      return goodbye(listener, "says goodbye");
    }
    if (performance.now() - startMs >= ringMs) {
      return goodbye(listener, "hangs up at the limit of --patience");
    }
  }
  if (signal.aborted) {
    return goodbye(listener, "hangs up");
  }
  const { by, status, reason } = await listener.ended;
  if (status >= 300) {
    return `is refused: ${status} ${reason}`;
  }
  if (reason === "no reply") {
    return "gets no answer from the exchange";
  }
  return by === "exchange" ? "is hung up by the station" : "hangs up";
}

async function goodbye(listener: SipListener, words: string): Promise<string> {
  await listener.hangUp();
  return words;
}

function print({ person, say }: DemoCall, what: string): void {
  const time = new Date().toTimeString().slice(0, 8);
  say(`${time}  ${person.name.padEnd(20)} ${writeNumber(person.number).padEnd(13)} ${what}`);
}
