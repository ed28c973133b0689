import type * as Sdk from "@twilio/voice-sdk";

import type {
  IncomingVoiceCall,
  VoiceCall,
  VoiceCallEvent,
  VoiceDeviceEvent,
} from "./voice-device.ts";

export interface IncomingCallsDeps {
  device: Sdk.Device;
  acceptOptions: () => Sdk.Call.AcceptOptions;
  wrap: (call: Sdk.Call, onEvent: (event: VoiceCallEvent) => void) => VoiceCall;
  onEvent: (event: VoiceDeviceEvent) => void;
}

export class IncomingCalls {
  readonly #deps: IncomingCallsDeps;
  readonly #ringing = new Map<Sdk.Call, IncomingVoiceCall>();

  constructor(deps: IncomingCallsDeps) {
    this.#deps = deps;
    deps.device.on("incoming", (call: Sdk.Call) => this.#take(call));
  }

  #take(call: Sdk.Call): void {
    const incoming: IncomingVoiceCall = {
      id: call.parameters["CallSid"] ?? "",
      from: call.parameters["From"] ?? "",
      accept: (onEvent) => {
        this.#stopRinging(call);
        const accepted = this.#deps.wrap(call, onEvent);
        call.accept(this.#deps.acceptOptions());
        this.#ignoreAll();
        return accepted;
      },
      reject: () => call.reject(),
      ignore: () => this.#ignore(call),
    };
    this.#ringing.set(call, incoming);
    for (const event of ["cancel", "disconnect", "reject"]) {
      call.once(event, () => this.#stopRinging(call));
    }
    call.on("error", () => {
      if (call.status() === "closed") {
        this.#stopRinging(call);
      }
    });
    this.#deps.onEvent({ type: "incoming", call: incoming });
  }

  /** Ignores the other calls, which the SDK leaves ringing. */
  #ignoreAll(): void {
    for (const call of this.#ringing.keys()) {
      this.#ignore(call);
    }
  }

  #ignore(call: Sdk.Call): void {
    call.ignore();
    this.#stopRinging(call);
  }

  #stopRinging(call: Sdk.Call): void {
    const incoming = this.#ringing.get(call);
    if (incoming !== undefined) {
      this.#ringing.delete(call);
      this.#deps.onEvent({ type: "incomingEnded", call: incoming });
    }
  }
}
