import type { FastifyInstance } from "fastify";

import { TWILIO_CODES } from "@linedesk/base";
import type { LegStats } from "@linedesk/media";
import type { ConferenceApi } from "../../../calls/conferences/conference-api.ts";
import type { CallApi } from "../../../calls/placing/call-api.ts";
import { errorBody } from "../requests/error-body.ts";

export interface QualityOptions {
  calls: Pick<CallApi, "find" | "stats">;
  conferences: Pick<ConferenceApi, "find" | "participants">;
}

/** What calls and rooms sound like: now, and of an ended call as it was last measured. */
export function qualityRoutes(app: FastifyInstance, { calls, conferences }: QualityOptions): void {
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
  app.get<{ Params: { sid: string } }>(
    "/inspect/conferences/:sid/quality",
    async (request, reply) => {
      const room = conferences.find(request.params.sid);
      if (!room) {
        return await reply
          .code(404)
          .send(errorBody(TWILIO_CODES.NOT_FOUND, "There is no such room", 404));
      }
      const people = room.status === "completed" ? [] : conferences.participants(room.sid);
      const participants = people.map(async ({ callSid, label, muted, hold }) => {
        const stats = await calls.stats(callSid);
        return { call_sid: callSid, label, muted, hold, ...(stats && present(stats)) };
      });
      return { conference_sid: room.sid, participants: await Promise.all(participants) };
    },
  );
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
