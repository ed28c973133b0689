import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { resolveSound } from "../../sounds/sound-address.ts";
import { twiml } from "../../telephony/twiml.ts";
import {
  parseParams,
  type WebhookDeps,
  type WebhookRequest,
} from "../../telephony/webhooks/webhook.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { finishRecording } from "../recordings/change-recording.ts";
import { findRecording } from "../recordings/recording-store.ts";
import { finishNotice } from "../recordings/start-recording.ts";
import { onCallStatusCallback, onCallTwimlRequest } from "./call-twiml-request.ts";

const recordingQuery = z.object({ recording: z.uuid() });
const status = z.object({
  RecordingStatus: z.string(),
  RecordingDuration: z.coerce.number().int().optional().catch(undefined),
});

export function registerRecordingWebhooks(app: FastifyInstance, deps: WebhookDeps & DeskDeps) {
  const anything = z.object({});
  onCallTwimlRequest(
    app,
    { deps, name: "recording-notice", schema: anything },
    async (_params, request) => {
      const recording = await findRecording(deps.db, readRecordingId(request));
      if (recording === null) {
        return twiml.hangUp();
      }
      const { noticeWords: words, noticeUrl } = recording;
      const url = noticeUrl && resolveSound(noticeUrl, request.at.urls.sound("line-closed"));
      return twiml.announce({ words, url });
    },
  );
  onCallStatusCallback(app, { deps, name: "recording", schema: status }, (event, request) =>
    finishRecording(deps, {
      recording: readRecordingId(request),
      isStored: event.RecordingStatus === "completed",
      durationS: event.RecordingDuration ?? null,
    }),
  );
}

function readRecordingId(request: WebhookRequest): string {
  return parseParams(recordingQuery, request.query).recording;
}

export async function handleAnnouncement(
  deps: DeskDeps,
  {
    AnnounceUrl: url,
    StatusCallbackEvent: event,
  }: { StatusCallbackEvent: string; AnnounceUrl?: string | undefined },
): Promise<void> {
  // The query is read without the fragment of the address, which defines how often a request is
  // repeated.
  const query = url !== undefined && URL.canParse(url) ? new URL(url).searchParams : [];
  const named = recordingQuery.safeParse(Object.fromEntries(query));
  if (named.success) {
    const isPlayed = event === "announcement-end";
    await finishNotice(deps, { recording: named.data.recording, isPlayed });
  }
}
