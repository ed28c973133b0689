import {
  type Call,
  type Claim,
  type DeviceLine,
  type EndpointBody,
  handleCall,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import type { Softphone } from "../softphone/softphone.ts";
import type { Store } from "../store/store.ts";
import { askOfCalls } from "./ask-of-calls.ts";

/** `take_next` names the call that it would be; the server may give another. */
type ClaimRequest =
  | { action: "accept" | "take_over"; call: string; line: DeviceLine; evenIfNotReady?: boolean }
  | {
      action: "take_next";
      call: string;
      station: string;
      line: DeviceLine;
      /** Whose callers this seat does not see. */
      hiddenFlags: string[];
      evenIfNotReady?: boolean;
    };

function toBody(request: ClaimRequest): EndpointBody<typeof handleCall> {
  if (request.action !== "take_next" || request.evenIfNotReady === true) {
    return request;
  }
  const { call: _likely, ...body } = request;
  return body;
}

export interface LineClaimsOptions {
  http: HttpClient;
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  startsMuted: () => boolean;
}

export class LineClaims {
  readonly #options: LineClaimsOptions;

  constructor(options: LineClaimsOptions) {
    this.#options = options;
  }

  /** A line that can set out at once does so; else its microphone at least opens meanwhile. */
  async take(request: ClaimRequest): Promise<void> {
    const { softphones, store } = this.#options;
    const softphone = softphones[request.line];
    if (softphone.isRemote) {
      await softphone.checkRemote();
      return this.join(await this.#claim(request), request.line);
    }
    const isGranted = store.getState().desk.microphone === "granted";
    if (isGranted && softphone.device.isReady && softphone.leg === null) {
      return this.#connectWhileClaiming(request);
    }
    const release = isGranted ? softphone.device.openMicrophone() : null;
    try {
      await this.join(await this.#claim(request), request.line);
    } finally {
      release?.();
    }
  }

  /** With a claim the line's softphone joins the room; what it carried before is let go first. */
  async join(
    answer: { call: Call; claim: Claim | null; apply: () => void },
    line: DeviceLine,
    muted?: boolean,
  ): Promise<void> {
    const { softphones } = this.#options;
    const { call, claim, apply } = answer;
    const softphone = softphones[line];
    // What carries the line elsewhere is told of the call by what the store has of it.
    const isFree = softphone.leg === null && !softphone.isRemote;
    if (claim === null || !isFree) {
      apply();
    }
    if (claim === null) {
      return;
    }
    await softphone.disconnect();
    const connecting = this.#connect({ call: call.id, claim: claim.id, line, muted });
    // Only now: what the desk draws of it would keep the connect waiting.
    if (isFree) {
      apply();
    }
    await connecting;
  }

  /** Connects with the claim that it asks for, and comes back where it does not get it. */
  async #connectWhileClaiming(request: ClaimRequest): Promise<void> {
    const { softphones, store } = this.#options;
    const softphone = softphones[request.line];
    const claim = crypto.randomUUID();
    store.drawing.begin();
    const answering = this.#claim(request, { claim });
    const connected = this.#connect({ call: request.call, claim, line: request.line });
    // Both have their say below; neither is to end unheard before.
    connected.catch(() => undefined);
    try {
      const answer = await answering;
      if (answer.claim?.id !== claim) {
        await connected.catch(() => undefined);
        return await this.join(answer, request.line);
      }
      softphone.setCall(answer.call.id);
      answer.apply();
      await connected;
    } catch (error) {
      await connected.catch(() => undefined);
      if (softphone.leg?.callId === request.call) {
        await softphone.disconnect();
      }
      throw error;
    }
  }

  #claim(request: ClaimRequest, wanted: { claim?: string } = {}) {
    const { http, store } = this.#options;
    const body = { ...toBody(request), ...wanted };
    return askOfCalls(store, () => http.call(handleCall, { body }));
  }

  #connect(target: {
    call: string;
    claim: string;
    line: DeviceLine;
    /** As the leg before was; as new legs start when left out. */
    muted?: boolean | undefined;
  }): Promise<void> {
    const { softphones, startsMuted } = this.#options;
    const { call: callId, claim, line, muted = startsMuted() } = target;
    return softphones[line].connect({ callId, claim, muted });
  }
}
