import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

import { LOOP_SAMPLE_MS } from "@linedesk/base";
import type { LineReport, ServerReport } from "./server-report.ts";

const DIRECTIONS = ["toStudio", "fromStudio"] as const;
const DIRECTION_LABELS = { toStudio: "to_studio", fromStudio: "from_studio" } as const;

const STATES = ["idle", "connecting", "connected"];

export class Metrics {
  readonly #registry = new Registry();
  readonly #perLine = {
    state: this.#gauge("line_state", "1 for the state that the line is in", ["line", "state"]),
    onChannel: this.#gauge("line_on_channel", "1 if operators can reach the line", ["line"]),
    xruns: this.#gauge("xruns", "Underruns and overruns of the sound device", ["line"]),
    bufferMs: this.#gauge("receive_buffer_ms", "Wait for packets that may come late", ["line"]),
    concealed: this.#gauge("concealed", "Times that late or lost sound was concealed", ["line"]),
    deviceOpen: this.#gauge("device_open", "1 if the sound device is open", ["line"]),
  };
  readonly #perDirection = {
    peakDbfs: this.#gauge("peak_dbfs", "Peak of the last fifth of a second", ["line", "direction"]),
    latencyMs: this.#gauge("latency_ms", "Sound that waits in the queue", ["line", "direction"]),
    driftPpm: this.#gauge("drift_ppm", "Corrected drift of the clocks", ["line", "direction"]),
    trimmedMs: this.#gauge("trimmed_ms", "Sound dropped after stalls", ["line", "direction"]),
    refills: this.#gauge("refills", "Reads that found an empty queue", ["line", "direction"]),
  };
  readonly #faults = this.#gauge("faults", "Errors since the start", []);
  readonly #hub = this.#gauge("hub_connected", "1 if the realtime service is connected", []);

  constructor() {
    collectDefaultMetrics({
      register: this.#registry,
      eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(report: ServerReport): Promise<string> {
    this.#faults.set(report.faultsTotal);
    this.#hub.set(Number(report.hub === "connected"));
    for (const line of report.lines) {
      this.#setLine(line);
    }
    return this.#registry.metrics();
  }

  #setLine(report: LineReport): void {
    const { name: line } = report;
    for (const state of STATES) {
      this.#perLine.state.set({ line, state }, Number(report.state === state));
    }
    this.#perLine.onChannel.set({ line }, Number(report.isOnChannel));
    this.#perLine.xruns.set({ line }, report.xruns);
    this.#perLine.bufferMs.set({ line }, report.reception.bufferMs);
    this.#perLine.concealed.set({ line }, report.reception.concealed);
    this.#perLine.deviceOpen.set({ line }, Number(report.isDeviceOpen));
    for (const side of DIRECTIONS) {
      const labels = { line, direction: DIRECTION_LABELS[side] };
      const { peakDbfs, latencyMs, driftPpm, trimmedMs, refills } = report[side];
      this.#perDirection.peakDbfs.set(labels, peakDbfs);
      this.#perDirection.latencyMs.set(labels, latencyMs);
      this.#perDirection.driftPpm.set(labels, driftPpm);
      this.#perDirection.trimmedMs.set(labels, trimmedMs);
      this.#perDirection.refills.set(labels, refills);
    }
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({
      name: `linedesk_audio_server_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
    });
  }
}
