import {
  type Call,
  type Claim,
  type DeviceLine,
  type EndpointBody,
  handleCall,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { LineNotReadyError } from "../../softphone/voice-errors.ts";
import { selectCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { requestCalls } from "../requests/request-calls.ts";

/** `take_next` names the expected call; the server may choose another. */
type ClaimRequest =
  | { action: "accept" | "take_over"; call: string; line: DeviceLine; evenIfNotReady?: boolean }
  | {
      action: "take_next";
      call: string;
      station: string;
      line: DeviceLine;
      /** The flags whose callers this seat hides. */
      hiddenFlags: string[];
      /** The call on air on the line, which the server ends in dump mode. */
      ends?: string;
      evenIfNotReady?: boolean;
    };

function toBody(request: ClaimRequest): EndpointBody<typeof handleCall> {
  if (request.action !== "take_next" || request.evenIfNotReady === true) {
    return request;
  }
  const { call: _likely, ...body } = request;
  return body;
}

/** The longest time for which a press waits until its line is ready. */
const READY_WITHIN_MS = 3_000;

export interface LineClaimsOptions {
  http: HttpClient;
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  startsMuted: () => boolean;
}

async function assertReady(device: Softphone["device"]): Promise<void> {
  if (!(await device.untilReady(READY_WITHIN_MS))) {
    throw new LineNotReadyError("The line is not ready");
  }
}

export class LineClaims {
  readonly #options: LineClaimsOptions;

  constructor(options: LineClaimsOptions) {
    this.#options = options;
  }

  /**
   * Connects while the claim is requested if the line is ready and free, the microphone is granted
   * and the call is at the first exchange. Otherwise the line connects after the claim.
   */
  async take(request: ClaimRequest): Promise<void> {
    const { softphones, store } = this.#options;
    const softphone = softphones[request.line];
    if (softphone.isRemote) {
      await softphone.checkRemote();
      return this.join(await this.#claim(request), request.line);
    }
    const preparing = this.prepare(request.line);
    if (preparing !== null) {
      await preparing;
    }
    const isGranted = store.getState().desk.microphone === "granted";
    const isAtFirst = selectCall(store.getState(), request.call)?.service === undefined;
    if (isGranted && isAtFirst && softphone.device.isReady && softphone.leg === null) {
      return this.#connectWhileClaiming(request);
    }
    const release = isGranted ? softphone.device.openMicrophone() : null;
    try {
      await this.join(await this.#claim(request), request.line);
    } finally {
      release?.();
    }
  }

  /**
   * Waits until the line can connect, and rejects if it cannot, so that no caller leaves the queue
   * for it. Returns `null` when there is no need to wait.
   */
  prepare(line: DeviceLine): Promise<void> | null {
    const { softphones, store } = this.#options;
    const { leg, device, isRemote } = softphones[line];
    // A line can connect through another exchange while the first one is down.
    const isNoneAway = store.getState().calls.exchangesAway.length === 0;
    return isNoneAway && !isRemote && leg === null && !device.isReady ? assertReady(device) : null;
  }

  /** Joins the line's softphone to the call's room with a claim; its previous leg ends first. */
  async join(
    answer: { call: Call; claim: Claim | null; apply: () => void },
    line: DeviceLine,
    muted?: boolean,
  ): Promise<void> {
    const { softphones } = this.#options;
    const { call, claim, apply } = answer;
    const softphone = softphones[line];
    // An audio server's line and a line at another exchange need the call from the store.
    const isFree = softphone.leg === null && !softphone.isRemote && call.service === undefined;
    if (claim === null || !isFree) {
      apply();
    }
    if (claim === null) {
      return;
    }
    await softphone.disconnect();
    const connecting = this.#connect({ call: call.id, claim: claim.id, line, muted });
    // The store changes after the connect, because drawing would delay the connect.
    if (isFree) {
      apply();
    }
    await connecting;
  }

  /** Connects while the claim is requested; disconnects when the claim fails. */
  async #connectWhileClaiming(request: ClaimRequest): Promise<void> {
    const { softphones, store } = this.#options;
    const softphone = softphones[request.line];
    const claim = crypto.randomUUID();
    store.drawing.begin();
    const answering = this.#claim(request, { claim });
    const connected = this.#connect({ call: request.call, claim, line: request.line });
    // The code below handles a rejection; this line prevents an unhandled rejection until then.
    connected.catch(() => undefined);
    try {
      const answer = await answering;
      if (answer.claim?.id !== claim || answer.call.service !== undefined) {
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
    return requestCalls(store, () => http.call(handleCall, { body }));
  }

  #connect(target: {
    call: string;
    claim: string;
    line: DeviceLine;
    /** The mute state of the previous leg. When it is omitted, the setting for new legs applies. */
    muted?: boolean | undefined;
  }): Promise<void> {
    const { softphones, startsMuted } = this.#options;
    const { call: callId, claim, line, muted = startsMuted() } = target;
    return softphones[line].connect({ callId, claim, muted });
  }
}
