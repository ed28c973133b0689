import type { Report, Request } from "./control.ts";
import { EncodedAudioProbe, type EncodedPacket } from "./encoded-audio-probe.ts";
import { SdkDriver } from "./sdk-driver.ts";
import { internalsOf, type VoiceSdk } from "./sdk-environment.ts";

/** The page of a real browser that runs one unmodified Voice SDK device. */
interface DrivenPage {
  Twilio?: VoiceSdk;
  reportToTest(report: Report): void;
  askSdk?(request: Request): void;
}

const AMPLITUDE = 0.3;
/** A third of a second at 48 kHz. */
const PROBE_SAMPLES = 16_384;

const driven = window as unknown as DrivenPage;
const audio = new AudioContext({ sampleRate: 48_000 });
const tap = new Worker("/packet-tap.js");
const probes = new WeakMap<RTCPeerConnection, EncodedAudioProbe>();
const { stream, say } = openMicrophone();

function openMicrophone(): { stream: MediaStream; say: (frequencyHz: number | null) => void } {
  const [tone, loudness, microphone] = [
    audio.createOscillator(),
    audio.createGain(),
    audio.createMediaStreamDestination(),
  ];
  loudness.gain.value = 0;
  tone.connect(loudness).connect(microphone);
  tone.start();
  return {
    stream: microphone.stream,
    say(frequencyHz) {
      loudness.gain.value = frequencyHz === null ? 0 : AMPLITUDE;
      if (frequencyHz !== null) {
        tone.frequency.value = frequencyHz;
      }
    },
  };
}

/** Measures each call's received sound. The SDK uses the sound as before. */
class ProbedPeerConnection extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    this.addEventListener("track", () => this.#listen());
  }

  /**
   * Chromium can copy a receiver's packets only if the copy begins when the receiver starts. A
   * caller's receiver starts here.
   */
  override addTrack(track: MediaStreamTrack, ...streams: MediaStream[]): RTCRtpSender {
    const sender = super.addTrack(track, ...streams);
    this.#listen();
    return sender;
  }

  #listen(): void {
    const [receiver] = this.getReceivers();
    if (receiver !== undefined && !probes.has(this)) {
      probes.set(this, listenTo(receiver));
    }
  }
}

function listenTo(receiver: RTCRtpReceiver): EncodedAudioProbe {
  const analyser = audio.createAnalyser();
  analyser.fftSize = PROBE_SAMPLES;
  audio.createMediaStreamSource(new MediaStream([receiver.track])).connect(analyser);
  const probe = new EncodedAudioProbe(analyser);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => probe.take(data as EncodedPacket);
  receiver.transform = new RTCRtpScriptTransform(tap, { port: port2 }, [port2]);
  return probe;
}

/** The SDK always uses `wss:`, but the exchange of a test has no TLS. */
class PlainWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(String(url).replace(/^wss:/, "ws:"), protocols);
  }
}

async function loadSdk(): Promise<VoiceSdk> {
  window.RTCPeerConnection = ProbedPeerConnection;
  window.WebSocket = PlainWebSocket;
  const script = document.createElement("script");
  script.src = "/twilio.min.js";
  const loaded = new Promise((resolve) => script.addEventListener("load", resolve));
  document.head.append(script);
  await loaded;
  if (driven.Twilio === undefined) {
    throw new Error("the Voice SDK did not load");
  }
  return driven.Twilio;
}

const sdk = await loadSdk();
await audio.resume();
const driver = new SdkDriver({
  sdk,
  deviceOptions: ({ microphone }) => ({
    logLevel: "silent",
    ...(microphone === "device" ? {} : { fileInputStream: stream }),
  }),
  say,
  listenTo(call) {
    const peer = internalsOf(call).version?.pc;
    return peer === undefined ? null : (probes.get(peer) ?? null);
  },
  dropSocket() {
    throw new Error("a page cannot close the SDK's socket: interrupt the network instead");
  },
  report: (message) => driven.reportToTest(message),
});
window.addEventListener("unhandledrejection", ({ reason }) =>
  driver.emit("unhandledRejection", null, reason),
);
driven.askSdk = (request) => void driver.answer(request);
driver.emit("up", null, null);
