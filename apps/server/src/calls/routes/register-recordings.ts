import {
  deleteRecording,
  type EndpointAnswer,
  readRecordingSettings,
  recordCall,
  recordingSound,
  saveRecordingSettings as saveSettingsEndpoint,
} from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import type { SoundDeps } from "../../sounds/station-sounds.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import { changeRecording } from "../recordings/change-recording.ts";
import { playRecording } from "../recordings/play-recording.ts";
import { findRecordingSettings } from "../recordings/recording-settings-store.ts";
import { saveRecordingSettings } from "../recordings/recording-settings.ts";
import { findRecording, type Recording } from "../recordings/recording-store.ts";
import { removeRecording } from "../recordings/remove-recordings.ts";
import { startRecording } from "../recordings/start-recording.ts";
import { mapTelephonyErrors, requireCall } from "./require-call.ts";

export function registerRecordings(
  api: Api,
  { desk, sounds }: { desk: DeskDeps; sounds: SoundDeps },
): void {
  api.serve(readRecordingSettings, ({ params }) => findRecordingSettings(desk.db, params.id));
  api.serve(saveSettingsEndpoint, ({ params, body, actor }) =>
    saveRecordingSettings(sounds, { station: params.id, settings: body, actor }),
  );
  api.serve(recordCall, (request) => record(desk, request));
  api.serveFile(recordingSound, (request) => play(desk, request));
  api.serve(deleteRecording, (request) => remove(desk, request));
}

async function record(
  deps: DeskDeps,
  request: ApiCall<typeof recordCall>,
): Promise<EndpointAnswer<typeof recordCall>> {
  const { action } = request.body;
  const { call } = await requireCall(request, { deps, id: request.params.call }, "record");
  const { actor } = request;
  const after = await mapTelephonyErrors(() =>
    action === "start"
      ? startRecording(deps, { call: call.id, station: call.station, actor })
      : changeRecording(deps, { call, action, actor }),
  );
  return { call: presentCall(after) };
}

async function play(deps: DeskDeps, request: ApiCall<typeof recordingSound>) {
  const recording = await requireRecording(deps, request, "recordings");
  const { user, actor, query } = request;
  const range = request.request.headers.range ?? null;
  const asFile = query.file === "true";
  const now = new Date(deps.clock.now());
  const playing = { recording, user: user.id, actor, range, asFile, now };
  const sound = await mapTelephonyErrors(() => playRecording(deps, playing));
  return request.reply.status(sound.status).headers(sound.headers).send(sound.bytes);
}

async function remove(
  deps: DeskDeps,
  request: ApiCall<typeof deleteRecording>,
): Promise<EndpointAnswer<typeof deleteRecording>> {
  const recording = await requireRecording(deps, request, "deleteRecordings");
  const { actor, body } = request;
  const now = new Date(deps.clock.now());
  await mapTelephonyErrors(() =>
    removeRecording(deps, { recording, reason: body.reason, actor, now }),
  );
  return { deleted: true };
}

async function requireRecording(
  { db }: Pick<DeskDeps, "db">,
  request: ApiCall<typeof recordingSound | typeof deleteRecording>,
  permission: "recordings" | "deleteRecordings",
): Promise<Recording> {
  const recording = requireFound(
    await findRecording(db, request.params.recording),
    "no_such_recording",
  );
  const { station } = recording;
  await request.requirePermissionOn({ station, absent: "no_such_recording" }, permission);
  if (recording.deletedAt !== null) {
    throw new ApiError("no_such_recording");
  }
  return recording;
}
