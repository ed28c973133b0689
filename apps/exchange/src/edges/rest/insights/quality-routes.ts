import type { FastifyInstance } from "fastify";

import { TWILIO_CODES } from "@linedesk/base";
import type { LegStats } from "@linedesk/media";
import type { CallApi } from "../../../calls/placing/call-api.ts";
import { errorBody } from "../requests/error-body.ts";

export function qualityRoutes(app: FastifyInstance, calls: Pick<CallApi, "find" | "stats">): void {
  app.get<{ Params: { sid: string } }>("/inspect/calls/:sid/quality", async (request, reply) => {
    const call = calls.find(request.params.sid);
    const stats = call && (await calls.stats(call.sid));
    if (call && stats) {
      return { call_sid: call.sid, status: call.status, ...present(stats) };
    }
    return await reply
      .code(404)
      .send(errorBody(TWILIO_CODES.NOT_FOUND, "The call has not been measured", 404));
  });
}

function present(stats: LegStats): object {
  return {
    speaking: stats.isSpeaking,
    rms_dbfs: rounded(stats.rmsDbfs, 1),
    peak_dbfs: rounded(stats.peakDbfs, 1),
    clipped_samples: stats.clippedSamples,
    packets_received: stats.packetsReceived,
    packets_sent: stats.packetsSent,
    packets_lost: stats.packetsLost,
    loss_percent: stats.lossPercent === null ? null : rounded(stats.lossPercent, 1),
    jitter_ms: rounded(stats.jitterMs, 1),
    round_trip_ms: stats.roundTripMs === null ? null : rounded(stats.roundTripMs, 0),
    buffer_ms: rounded(stats.bufferMs, 0),
    mos: stats.mos === null ? null : rounded(stats.mos, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
