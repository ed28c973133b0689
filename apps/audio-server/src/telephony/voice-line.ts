import type { Call, Device } from "@twilio/voice-sdk";
import { z } from "zod";

import { StreamResampler } from "@linedesk/audio";
import type { Clock } from "@linedesk/base";
import type { CarriedQuality } from "@linedesk/contract";
import { fromInt16, SAMPLE_RATE } from "../sound/block.ts";
import { openSink, openSource } from "./browser-globals.ts";
import { type Reception, ReceptionMeter } from "./reception-meter.ts";
import { buildDeviceOptions, type Signalling, type VoiceSdk } from "./voice-sdk.ts";

/** The sound of a line, as the call gives and takes it: 10 ms of 48 kHz each. */
export interface CallSound {
  takeFromCall(block: Float32Array): void;
  /** From now on each block that the call is to have, silence included. */
  giveToCall(take: (block: Int16Array) => void): void;
}

export interface VoiceLineListener {
  onAccepted(requestId: string, callSid: string | null): void;
  onEnded(requestId: string, reason: string): void;
  onFailed(requestId: string, message: string, code: number | null): void;
}

export interface IceServer {
  urls: string;
  username: string;
  credential: string;
}

interface VoiceLineDeps {
  sdk: VoiceSdk;
  signalling: Signalling;
  createToken: () => Promise<{ token: string; iceServers: IceServer[] }>;
  sound: CallSound;
  listener: VoiceLineListener;
  clock: Clock;
  onFault: (error: unknown) => void;
}

interface CurrentCall {
  requestId: string;
  call: Call | null;
  isAccepted: boolean;
  /** Null until the call's sound is there, which is a moment after it was accepted. */
  stopSink: (() => void) | null;
  quality: CarriedQuality | null;
}

const notAccepted = { isAccepted: false, stopSink: null, quality: null };

/** The first samples have no round trip yet, and so no score. */
const parseSample = z
  .object({
    mos: z.number().min(1).max(5),
    jitter: z.number().min(0),
    rtt: z.number().min(0),
    packetsLostFraction: z.number().min(0).max(100),
  })
  .transform(({ mos, jitter, rtt, packetsLostFraction }) => ({
    mos,
    jitterMs: jitter,
    roundTripMs: rtt,
    lossPercent: packetsLostFraction,
  }));

/** As much as an answer over the channel may carry. */
const MAX_MESSAGE_CHARS = 200;
/** A token lives 15 minutes. */
const TOKEN_FRESH_MS = 10 * 60_000;

/** One line of the audio server as a telephone: one device of the Voice SDK and its call. */
export class VoiceLine {
  readonly #deps: VoiceLineDeps;
  readonly #source = openSource();
  readonly #reception = new ReceptionMeter();
  #device: Device | null = null;
  #tokenAtMs = -Infinity;
  #iceServers: IceServer[] = [];
  #call: CurrentCall | null = null;

  constructor(deps: VoiceLineDeps) {
    this.#deps = deps;
    deps.sound.giveToCall((block) => {
      this.#source.write(block, SAMPLE_RATE);
      this.#receive();
    });
  }

  /** As the SDK measured it last; null where there is no call, or nothing measured of it yet. */
  get quality(): CarriedQuality | null {
    return this.#call?.quality ?? null;
  }

  get reception(): Reception {
    return this.#reception.reading;
  }

  /** Whatever it comes to is told to the listener, and only while this is the line's request. */
  async connect(requestId: string, claim: string): Promise<void> {
    const current: CurrentCall = { requestId, call: null, ...notAccepted };
    this.#call = current;
    try {
      const device = await this.#freshDevice();
      if (this.#call !== current) {
        return;
      }
      const call = await device.connect({
        params: { claim },
        rtcConfiguration: { iceServers: this.#iceServers },
      });
      this.#follow(requestId, call);
    } catch (error) {
      if (this.#call === current) {
        this.#fail(requestId, error);
      }
    }
  }

  hangUp(): void {
    const current = this.#call;
    this.#call = null;
    this.#reception.begin();
    current?.stopSink?.();
    current?.call?.disconnect();
  }

  sendDigits(digits: string): void {
    this.#call?.call?.sendDigits(digits);
  }

  mute(isMuted: boolean): void {
    this.#call?.call?.mute(isMuted);
  }

  close(): void {
    this.hangUp();
    this.#device?.destroy();
    this.#device = null;
  }

  async #freshDevice(): Promise<Device> {
    const { clock, createToken, sdk, signalling, onFault } = this.#deps;
    if (this.#device !== null && clock.elapsedMs() - this.#tokenAtMs < TOKEN_FRESH_MS) {
      return this.#device;
    }
    const { token, iceServers } = await createToken();
    this.#tokenAtMs = clock.elapsedMs();
    this.#iceServers = iceServers;
    if (this.#device !== null) {
      this.#device.updateToken(token);
      return this.#device;
    }
    const device = new sdk.Device(token, buildDeviceOptions(signalling, this.#source.stream));
    device.on("error", onFault);
    device.on("tokenWillExpire", () => void this.#renewToken());
    this.#device = device;
    return device;
  }

  async #renewToken(): Promise<void> {
    try {
      const { token, iceServers } = await this.#deps.createToken();
      this.#tokenAtMs = this.#deps.clock.elapsedMs();
      this.#iceServers = iceServers;
      this.#device?.updateToken(token);
    } catch (error) {
      // The next request to connect asks again.
      this.#tokenAtMs = -Infinity;
      this.#deps.onFault(error);
    }
  }

  #follow(requestId: string, call: Call): void {
    if (this.#call?.requestId !== requestId) {
      call.disconnect();
      return;
    }
    const current: CurrentCall = { requestId, call, ...notAccepted };
    this.#call = current;
    const { listener } = this.#deps;
    const isCurrent = () => this.#call === current;
    call.on("accept", () => {
      if (isCurrent()) {
        current.isAccepted = true;
        this.#receive();
        listener.onAccepted(requestId, call.parameters["CallSid"] ?? null);
      }
    });
    call.on("sample", (sample: unknown) => {
      current.quality = parseSample.safeParse(sample).data ?? current.quality;
      void this.#measureReception(current);
    });
    for (const end of ["disconnect", "cancel", "reject"] as const) {
      call.on(end, () => {
        if (isCurrent()) {
          this.hangUp();
          listener.onEnded(requestId, "The call has ended.");
        }
      });
    }
    call.on("error", (error: unknown) => {
      // Of a call that goes on, such as lost signalling, it is no end.
      if (isCurrent() && call.status() === "closed") {
        this.#fail(requestId, error);
      } else {
        this.#deps.onFault(error);
      }
    });
  }

  #fail(requestId: string, error: unknown): void {
    this.hangUp();
    const code = error instanceof Error && "code" in error ? Number(error.code) : Number.NaN;
    const text = error instanceof Error ? error.message : String(error);
    const message = text.slice(0, MAX_MESSAGE_CHARS);
    this.#deps.listener.onFailed(requestId, message, Number.isFinite(code) ? code : null);
  }

  async #measureReception(current: CurrentCall): Promise<void> {
    const track = findTrack(current);
    const totals = track === null ? null : await this.#deps.sdk.receptions.read(track);
    if (totals !== null && this.#call === current) {
      this.#reception.add(totals);
    }
  }

  /** Begins with the call's sound as soon as it is there. */
  #receive(): void {
    const current = this.#call;
    if (current === null || !current.isAccepted || current.stopSink !== null) {
      return;
    }
    const track = findTrack(current);
    if (track === null) {
      return;
    }
    const made: { rate: number; resampler: StreamResampler | null } = {
      rate: SAMPLE_RATE,
      resampler: null,
    };
    current.stopSink = openSink(track, (samples, sampleRate) => {
      if (sampleRate !== made.rate) {
        made.rate = sampleRate;
        made.resampler =
          sampleRate === SAMPLE_RATE ? null : new StreamResampler(sampleRate, SAMPLE_RATE);
      }
      const block = fromInt16(samples, new Float32Array(samples.length));
      this.#deps.sound.takeFromCall(made.resampler?.push(block) ?? block);
    });
  }
}

function findTrack({ call }: CurrentCall): MediaStreamTrack | null {
  return call?.getRemoteStream()?.getAudioTracks()[0] ?? null;
}
