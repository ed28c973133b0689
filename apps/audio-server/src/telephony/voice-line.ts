import type { Call } from "@twilio/voice-sdk";
import { z } from "zod";

import type { CarriedQuality } from "@linedesk/contract";
import type { ClaimedCall } from "../station/station-api.ts";
import { CallReceiver, type ReceivedSound } from "./call-receiver.ts";
import { LineDevices, type LineDevicesDeps } from "./line-devices.ts";
import { CallTrack, LineTrack } from "./line-stream.ts";

export interface Reception {
  bufferMs: number;
  concealed: number;
}

export interface UnderrunListener {
  endWait(): void;
  noteConcealed(frames: number): void;
}

export interface CallSound extends ReceivedSound {
  readonly waitForLateMs: number;
  readonly concealments: number;
  requestBeforeUnderrun(listener: UnderrunListener | null): void;
  sendToCall(take: (block: Int16Array) => void): void;
}

export interface VoiceLineListener {
  onAccepted(requestId: string, callSid: string | null): void;
  onEnded(requestId: string, reason: string): void;
  onFailed(requestId: string, message: string, code: number | null): void;
}

interface VoiceLineDeps extends Omit<LineDevicesDeps, "track"> {
  sound: CallSound;
  listener: VoiceLineListener;
}

interface CurrentCall {
  requestId: string;
  call: Call | null;
  isAccepted: boolean;
  /**
   * The receiver of the call's sound, or `null` until the sound exists, shortly after acceptance.
   */
  receiver: CallReceiver | null;
  quality: CarriedQuality | null;
}

const notAccepted = { isAccepted: false, receiver: null, quality: null };

/** The first samples have no round trip time yet, and therefore no score, so they are ignored. */
const sampleSchema = z
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

const MAX_MESSAGE_CHARS = 200;

export class VoiceLine {
  readonly #deps: VoiceLineDeps;
  readonly #track = new LineTrack();
  #concealedBefore = 0;
  readonly #devices: LineDevices;
  #call: CurrentCall | null = null;

  constructor(deps: VoiceLineDeps) {
    this.#deps = deps;
    this.#devices = new LineDevices({ ...deps, track: this.#track });
    deps.sound.sendToCall((block) => {
      this.#track.writeBlock(block);
      this.#receive();
      this.#call?.receiver?.tick();
    });
  }

  get quality(): CarriedQuality | null {
    return this.#call?.quality ?? null;
  }

  get reception(): Reception {
    const { sound } = this.#deps;
    const concealed = this.#call?.receiver?.concealed ?? 0;
    return {
      bufferMs: sound.waitForLateMs,
      concealed: this.#concealedBefore + concealed + sound.concealments,
    };
  }

  async connect(requestId: string, createClaim: () => Promise<ClaimedCall>): Promise<void> {
    const current: CurrentCall = { requestId, call: null, ...notAccepted };
    this.#call = current;
    try {
      // Most calls are at the first exchange, so its token is requested together with the claim.
      const [{ claim, service }] = await Promise.all([createClaim(), this.#devices.open()]);
      const { device, iceServers } = await this.#devices.open(service);
      if (this.#call !== current) {
        return;
      }
      const call = await device.connect({ params: { claim }, rtcConfiguration: { iceServers } });
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
    this.#endSound(current);
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
    this.#devices.close();
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
      current.quality = sampleSchema.safeParse(sample).data ?? current.quality;
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
      // An error during a call, such as lost signalling, does not end the call.
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

  #endSound(ended: CurrentCall | null): void {
    const receiver = ended?.receiver ?? null;
    if (receiver !== null) {
      this.#concealedBefore += receiver.concealed;
      receiver.close();
      this.#deps.sound.requestBeforeUnderrun(null);
    }
  }

  #receive(): void {
    const current = this.#call;
    if (current === null || !current.isAccepted || current.receiver !== null) {
      return;
    }
    const track: unknown = current.call?.getRemoteStream()?.getAudioTracks()[0];
    if (track instanceof CallTrack) {
      const { sound, clock, sdk } = this.#deps;
      const receiver = new CallReceiver(clock, sdk.opus, sound);
      current.receiver = receiver;
      sound.requestBeforeUnderrun(receiver);
      track.follow((packet) => receiver.receive(packet));
    }
  }
}
