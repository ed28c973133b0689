import type { DeviceLine } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import type { MicrophoneState } from "../../audio/microphone.ts";
import {
  describeFailure,
  describeVoiceFailure,
  type FailureDescription,
  isNetworkFailure,
} from "../../failures/describe-failure.ts";
import type { LegQuality } from "../../softphone/leg-report.ts";
import {
  type RemoteCarrier,
  Softphone,
  type SoftphoneEvent,
  type SoftphoneListener,
} from "../../softphone/softphone.ts";
import type { OpenVoiceDevice, VoiceToken } from "../../softphone/voice-device.ts";
import { voiceCatalogue, type VoiceFailure } from "../../softphone/voice-errors.ts";
import {
  deviceChanged,
  directCallChanged,
  legChanged,
  noticeClosed,
  noticed,
  warningsChanged,
} from "../../store/desk-slice.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { selectIsServerThere } from "./recover-lines.ts";

const microphoneCodes: readonly (number | null)[] = [
  voiceCatalogue.permissionDenied.code,
  voiceCatalogue.acquisitionFailed.code,
];

/** A shorter loss of the network is not shown. */
const QUIET_MS = 2_000;

/** Returns true for a loss of the network, after which the line recovers by itself. */
function isLoss({ code, cause }: VoiceFailure): boolean {
  return isNetworkFailure(code) || (cause instanceof HttpError && cause.isRetryable);
}

export interface DeskSoftphonesDeps {
  store: Store;
  open: OpenVoiceDevice;
  fetchToken: (service?: string) => Promise<VoiceToken>;
  schedule: (run: () => void, ms: number) => () => void;
  listener: DeskSoftphonesListener;
  log: (code: string, error: unknown) => void;
  remote?: (line: DeviceLine) => RemoteCarrier;
}

export interface DeskSoftphonesListener {
  onMicrophone: (state: MicrophoneState) => void;
  onCallEnded: () => void;
  onTrouble: (trouble: LineTrouble) => void;
  onMeasured: (callId: string, quality: LegQuality) => void;
}

export interface LineTrouble {
  call: string;
  line: DeviceLine;
  code: number;
}

export class DeskSoftphones implements Record<DeviceLine, Softphone> {
  readonly line1: Softphone;
  readonly line2: Softphone;
  readonly #deps: DeskSoftphonesDeps;
  readonly #cancelLoss: Partial<Record<DeviceLine, () => void>> = {};

  constructor(deps: DeskSoftphonesDeps) {
    this.#deps = deps;
    this.line1 = this.#softphone("line1");
    this.line2 = this.#softphone("line2");
  }

  get isOnCall(): boolean {
    return this.#both.some((softphone) => softphone.isOnCall);
  }

  register(): void {
    // A softphone on standby is connected already and must not ring, so it does not register.
    for (const { device } of this.#both.filter((softphone) => !softphone.device.isReady)) {
      void device.register();
    }
  }

  /** Ends the calls here and stops registration, because another tab has the lines. */
  async release(): Promise<void> {
    await Promise.all(this.#both.map((softphone) => softphone.release()));
  }

  /** Registers idle lines again after a sleep, which may have ended their registration. */
  recheck(): void {
    for (const softphone of this.#both) {
      const { isOnCall, device } = softphone;
      if (!isOnCall && device.isReady) {
        void softphone.release().then(() => device.register());
      }
    }
  }

  useDevices(input: string, output: string): void {
    const { log } = this.#deps;
    for (const line of ["line1", "line2"] as const) {
      this.#deps.store.dispatch(noticeClosed(`microphone:${line}`));
      const { device } = this[line];
      device.useDevices(input, output).catch((error: unknown) => log("DEVICES", error));
    }
  }

  close(): void {
    for (const softphone of this.#both) {
      softphone.close();
    }
  }

  get #both(): Softphone[] {
    return [this.line1, this.line2];
  }

  #handle(line: DeviceLine, event: SoftphoneEvent): void {
    const { store, listener } = this.#deps;
    switch (event.type) {
      case "directCall":
        store.dispatch(directCallChanged({ line, call: event.call }));
        return event.call === null ? this.#onCallEnded(line) : undefined;
      case "muteNotSent":
        return this.#reportMute(line, event.muted);
      case "warned":
        return void store.dispatch(warningsChanged({ line, warnings: [...event.warnings] }));
      case "measured":
        return listener.onMeasured(event.callId, event.quality);
    }
  }

  #reportMute(line: DeviceLine, muted: boolean): void {
    const words = pageWords()(`notices.muteNotSent.${muted ? "mute" : "unmute"}`);
    const id = `mute:${line}`;
    const notice = { id, tone: "failure" as const, words, code: null, line };
    this.#deps.store.dispatch(noticed({ ...notice, urgent: true, until: "live" }));
  }

  #softphone(line: DeviceLine): Softphone {
    const { open, fetchToken, schedule, remote } = this.#deps;
    return new Softphone({
      ...(remote === undefined ? {} : { remote: remote(line) }),
      open,
      fetchToken,
      schedule,
      isServerThere: () => selectIsServerThere(this.#deps.store.getState()),
      serviceOf: (call) => selectCall(this.#deps.store.getState(), call)?.service,
      now: () => new Date().toISOString(),
      listener: this.#listen(line),
    });
  }

  #listen(line: DeviceLine): SoftphoneListener {
    const { store, listener } = this.#deps;
    return {
      onMicrophone: (state) => listener.onMicrophone(state),
      onEvent: (event) => this.#handle(line, event),
      onDevice: (status) => {
        store.dispatch(deviceChanged({ line, status }));
        if (status === "registered" || status === "standby") {
          this.#forgetLoss(line);
          store.dispatch(noticeClosed(`voice:${line}`));
        }
      },
      onLeg: (leg) => {
        store.dispatch(legChanged({ line, leg }));
        if (leg === null) {
          this.#onCallEnded(line);
        }
      },
      onMicrophoneEnded: () => {
        if (!this[line].isOnCall) {
          return;
        }
        const words = pageWords()("notices.microphoneStopped");
        const id = `microphone:${line}`;
        store.dispatch(noticed({ id, tone: "failure", words, code: null, line, urgent: true }));
      },
      onFailure: (failure) => this.#report(line, failure),
    };
  }

  #onCallEnded(line: DeviceLine): void {
    const { store, listener } = this.#deps;
    if (!this[line].isOnCall) {
      store.dispatch(noticeClosed(`microphone:${line}`));
      listener.onCallEnded();
    }
  }

  #report(line: DeviceLine, failure: VoiceFailure): void {
    const { listener, log, schedule } = this.#deps;
    const call = this[line].leg?.callId;
    if (call !== undefined && failure.code !== null) {
      listener.onTrouble({ call, line, code: failure.code });
    }
    if (!isLoss(failure)) {
      log("VOICE", failure.message);
      return this.#show(line, failure);
    }
    // The notice waits, because a short loss harms nobody. After a longer loss the desk may already
    // show that its own connection is lost.
    this.#cancelLoss[line] ??= schedule(() => this.#showLoss(line, failure), QUIET_MS);
  }

  #forgetLoss(line: DeviceLine): void {
    this.#cancelLoss[line]?.();
    delete this.#cancelLoss[line];
  }

  /** Shows a lost network only if it harms the line and the desk does not show it already. */
  #showLoss(line: DeviceLine, failure: VoiceFailure): void {
    this.#forgetLoss(line);
    const isThere = selectIsServerThere(this.#deps.store.getState());
    if (isThere && this[line].leg?.status !== "connected") {
      this.#show(line, failure);
    }
  }

  #show(line: DeviceLine, failure: VoiceFailure): void {
    const { words, code } = this.#describe(line, failure);
    const id = `voice:${line}`;
    const notice = { id, tone: "failure" as const, words, code, line, urgent: true as const };
    const isOfMicrophone = microphoneCodes.includes(failure.code);
    this.#deps.store.dispatch(noticed(isOfMicrophone ? notice : { ...notice, until: "ready" }));
  }

  #describe(line: DeviceLine, { code, cause }: VoiceFailure): FailureDescription {
    const state = this.#deps.store.getState();
    const { leg } = this[line];
    if (cause instanceof HttpError) {
      return describeFailure(cause);
    }
    const isOfCall = leg !== null && (selectCall(state, leg.callId)?.dial ?? null) === null;
    return code === voiceCatalogue.notFound.code && isOfCall
      ? { words: pageWords()("failures.callLost"), code: String(code) }
      : describeVoiceFailure(code);
  }
}
