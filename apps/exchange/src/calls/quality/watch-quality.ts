import type { Clock } from "@linedesk/base";
import type { LegId, LegStats, MediaPort } from "@linedesk/media";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { QualityWarnings, type QualityReason, type QualityWarning } from "./quality-warnings.ts";

const EVERY_MS = 1000;

/** What a callback of the event `quality` carries beside its call. */
export interface QualityReport {
  reason: QualityReason;
  warnings: QualityWarning[];
  stats: LegStats;
}

/** Reads a leg once a second, for as long as the signal lasts, and tells what is worth telling. */
export function watchQuality(
  leg: LegId,
  parts: { media: Pick<MediaPort, "stats">; clock: Clock; signal: AbortSignal },
  onReport: (report: QualityReport) => void,
): void {
  const { media, clock, signal } = parts;
  const warnings = new QualityWarnings(clock.elapsedMs());
  async function read() {
    // A media side that is gone has told so elsewhere.
    const stats = await media.stats(leg).catch(() => null);
    if (signal.aborted) {
      return;
    }
    const reason = stats === null ? null : warnings.next(stats, clock.elapsedMs());
    if (stats !== null && reason !== null) {
      onReport({ reason, warnings: warnings.raised, stats });
    }
    wait();
  }
  let stop: () => void = () => undefined;
  function wait() {
    stop = clock.after(EVERY_MS, () => void read());
  }
  signal.addEventListener("abort", () => stop(), { once: true });
  if (!signal.aborted) {
    wait();
  }
}

export function qualityParams({ reason, warnings, stats }: QualityReport): WebhookParams {
  const { mos, jitterMs, roundTripMs, lossPercent, packetsLost, packetsReceived } = stats;
  const { rmsDbfs, peakDbfs, clippedSamples, isSpeaking } = stats;
  return {
    QualityReason: reason,
    QualityWarnings: warnings.join(" "),
    Mos: mos === null ? "" : mos.toFixed(2),
    Jitter: jitterMs.toFixed(1),
    RoundTrip: roundTripMs === null ? "" : roundTripMs.toFixed(0),
    PacketLoss: lossPercent === null ? "" : lossPercent.toFixed(1),
    PacketsLost: String(packetsLost),
    PacketsReceived: String(packetsReceived),
    Rms: rmsDbfs.toFixed(1),
    Peak: peakDbfs.toFixed(1),
    ClippedSamples: String(clippedSamples),
    Speaking: String(isSpeaking),
  };
}
