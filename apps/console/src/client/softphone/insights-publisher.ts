import { createDeferredQueue } from "./deferred-queue.ts";

type Payload = Record<string, unknown>;

interface PublisherOptions {
  defaultPayload?: (connection: unknown) => Payload;
  metadata?: { app_name?: string; app_version?: string };
}

/**
 * The set-up of a call makes three dozen events. If they were posted at once, they would delay its
 * first sound.
 */
const PAUSE_MS = 3_000;
const WAITING_LIMIT = 500;

/** Replaces the SDK's publisher, which posts to Twilio only; methods and shape are the SDK's. */
export class InsightsPublisher {
  isEnabled = true;
  /** The path before `/v4`; empty for the first exchange. */
  protected readonly root: string = "";
  #token: string;
  readonly #product: string;
  readonly #options: PublisherOptions;
  readonly #queue = createDeferredQueue({ pauseMs: PAUSE_MS, limit: WAITING_LIMIT });

  constructor(product: string, token: string, options: PublisherOptions = {}) {
    this.#product = product;
    this.#token = token;
    this.#options = options;
  }

  post(
    level: string,
    group: string,
    name: string,
    payload?: unknown,
    call?: unknown,
  ): Promise<void> {
    const body = { ...this.#options.defaultPayload?.(call), ...asPayload(payload) };
    return this.#send("EndpointEvents", { level, group, name, payload: body });
  }

  postMetrics(group: string, name: string, samples: Payload[], fields?: Payload): Promise<void> {
    const payload = samples.slice(0, 100).map((sample) => ({ ...toMetric(sample), ...fields }));
    return this.#send("EndpointMetrics", { level: "info", group, name, payload });
  }

  debug(group: string, name: string, payload?: unknown, call?: unknown): Promise<void> {
    return this.post("debug", group, name, payload, call);
  }
  info(group: string, name: string, payload?: unknown, call?: unknown): Promise<void> {
    return this.post("info", group, name, payload, call);
  }
  warn(group: string, name: string, payload?: unknown, call?: unknown): Promise<void> {
    return this.post("warning", group, name, payload, call);
  }
  error(group: string, name: string, payload?: unknown, call?: unknown): Promise<void> {
    return this.post("error", group, name, payload, call);
  }

  on(): this {
    return this;
  }
  setHost(): void {
    // The host stays our own origin for every edge of the signalling.
  }
  setToken(token: string): void {
    this.#token = token;
  }
  enable(): void {
    this.isEnabled = true;
  }
  disable(): void {
    this.isEnabled = false;
  }
  removeAllListeners(): void {
    // There are no listeners, because a lost event does not affect the call.
  }

  async #send(endpoint: string, event: { level: string } & Payload): Promise<void> {
    if (!this.isEnabled) {
      return;
    }
    const body = JSON.stringify({
      ...event,
      level: event.level.toUpperCase(),
      payload_type: "application/json",
      private: false,
      publisher: this.#product,
      publisher_metadata: this.#options.metadata,
      timestamp: new Date().toISOString(),
    });
    await this.#queue.add(() => this.#post(endpoint, body));
  }

  async #post(endpoint: string, body: string): Promise<void> {
    const headers = { "content-type": "application/json", "x-twilio-token": this.#token };
    await fetch(`${this.root}/v4/${endpoint}`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
  }
}

function asPayload(payload: unknown): Payload {
  return typeof payload === "object" && payload !== null ? { ...payload } : {};
}

function toMetric(sample: Payload): Payload {
  const totals = asPayload(sample["totals"]);
  return {
    audio_codec: sample["codecName"],
    audio_level_in: sample["audioInputLevel"],
    audio_level_out: sample["audioOutputLevel"],
    bytes_received: sample["bytesReceived"],
    bytes_sent: sample["bytesSent"],
    call_volume_input: sample["inputVolume"],
    call_volume_output: sample["outputVolume"],
    jitter: sample["jitter"],
    mos: sample["mos"],
    packets_lost: sample["packetsLost"],
    packets_lost_fraction: sample["packetsLostFraction"],
    packets_received: sample["packetsReceived"],
    rtt: sample["rtt"],
    timestamp: new Date(Number(sample["timestamp"])).toISOString(),
    total_bytes_received: totals["bytesReceived"],
    total_bytes_sent: totals["bytesSent"],
    total_packets_lost: totals["packetsLost"],
    total_packets_received: totals["packetsReceived"],
    total_packets_sent: totals["packetsSent"],
  };
}
