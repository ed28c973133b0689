import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { MediaEvent, MediaPort, RecordingEnd, RecordingPlan } from "@linedesk/media";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import { newRecording } from "./new-recording.ts";
import { RECORDING_CODES } from "./recording-codes.ts";
import { RecordingRepository, type RecordingRepositoryDeps } from "./recording-repository.ts";
import type { RecordingRecord, RecordingSource, RecordingOptions } from "./recording.ts";
import { repairOrphanedRecordings } from "./repair-orphaned-recordings.ts";
import { durationS } from "./send-recording-callback.ts";

const RUNNING_PER_TARGET = 4;

/** A recording as whoever started it holds it. */
export interface StartedRecording {
  sid: string;
  url: string;
  /** When its file is whole, or there is none. */
  done: Promise<RecordingRecord>;
  /** For whoever is told before the file is whole. */
  params(): WebhookParams;
  stop(): void;
}

interface Running {
  settle: (record: RecordingRecord) => void;
  onQuiet: () => void;
}

interface StartOptions {
  options: RecordingOptions;
  source: RecordingSource;
  /** Called when the party was silent for so long. */
  quiet?: { afterMs: number; onQuiet: () => void };
}

/** What recordings need of the control. */
interface RecordingsDeps extends RecordingRepositoryDeps {
  accountSid: string;
  media: MediaPort;
  registry: { live(callSid: string): LiveCall | null };
}

/** Those that run, for whoever starts and stops them; what is known of them all is kept apart. */
export class Recordings {
  readonly repository: RecordingRepository;
  readonly #services: RecordingsDeps;
  readonly #running = new Map<string, Running>();
  #repairing: Promise<void> = Promise.resolve();

  constructor(services: RecordingsDeps) {
    this.#services = services;
    this.repository = new RecordingRepository(services);
  }

  /** From now on the sound is to be had there; what a killed exchange left is repaired. */
  open(address: string): void {
    this.repository.open(address);
    const isRunning = (sid: string) => this.#running.has(sid);
    this.#repairing = repairOrphanedRecordings(this.repository, isRunning, this.#services.logger);
  }

  /** Throws RefusedError. */
  startCall(call: LiveCall, options: StartOptions): StartedRecording {
    const { leg } = call;
    if (leg === null || call.state.status !== "in-progress") {
      throw new RefusedError(
        RECORDING_CODES.notEligible,
        "Requested resource is not eligible for recording",
      );
    }
    return this.#start({ type: "leg", leg: leg.id }, options, {
      callSid: call.sid,
      conferenceSid: null,
    });
  }

  /** Of a room that is not over. Throws RefusedError. */
  startConference(conferenceSid: string, options: StartOptions): StartedRecording {
    const source = { type: "room", room: conferenceSid } as const;
    return this.#start(source, options, { callSid: null, conferenceSid });
  }

  stop(sid: string): void {
    this.#services.media.recordings.stop(sid);
  }

  stopConference(conferenceSid: string): void {
    for (const sid of this.#running.keys()) {
      if (this.repository.find(sid)?.conferenceSid === conferenceSid) {
        this.stop(sid);
      }
    }
  }

  handleMedia(event: Extract<MediaEvent, { recording: string }>): void {
    if (event.type === "recording.quiet") {
      return this.#running.get(event.recording)?.onQuiet();
    }
    this.#end(event.recording, event.end);
  }

  /** Waits until the files of all that ran are whole, at most so long. */
  async close(graceMs: number): Promise<void> {
    const endMs = performance.now() + graceMs;
    while (this.#running.size > 0 && performance.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.#repairing;
    await this.repository.close();
  }

  #start(
    source: RecordingPlan["source"],
    { options: recordingOptions, source: why, quiet }: StartOptions,
    target: Pick<RecordingRecord, "callSid" | "conferenceSid">,
  ): StartedRecording {
    this.#assertCapacity(target.callSid ?? target.conferenceSid ?? "");
    const { accountSid, clock, media } = this.#services;
    const record = newRecording(
      { accountSid, ...target, source: why, options: recordingOptions },
      clock.now(),
    );
    const { sid, channels, track, trimsSilence } = record;
    this.repository.add(record);
    const done = new Promise<RecordingRecord>((settle) => {
      this.#running.set(sid, { settle, onQuiet: quiet?.onQuiet ?? (() => undefined) });
    });
    const quietAfterMs = quiet?.afterMs ?? null;
    const path = this.repository.store.soundPath(sid);
    media.recordings.start(sid, { path, source, channels, track, trimsSilence, quietAfterMs });
    this.repository.sendCallback(record);
    const params = () => this.#buildParams(sid);
    return { sid, url: this.repository.urlOf(record), done, params, stop: () => this.stop(sid) };
  }

  #buildParams(sid: string): WebhookParams {
    const record = this.repository.find(sid);
    if (record === null) {
      return {};
    }
    const soFarMs = this.#services.clock.now() - record.startedAt.getTime();
    return {
      RecordingUrl: this.repository.urlOf(record),
      RecordingSid: sid,
      RecordingDuration: durationS(record.sound?.durationMs ?? soFarMs),
    };
  }

  #assertCapacity(targetSid: string): void {
    const running = [...this.#running.keys()].filter((sid) => {
      const record = this.repository.find(sid);
      return record?.callSid === targetSid || record?.conferenceSid === targetSid;
    });
    if (running.length >= RUNNING_PER_TARGET) {
      throw new RefusedError(
        TWILIO_CODES.TOO_MANY_REQUESTS,
        `${RUNNING_PER_TARGET} recordings run already`,
        429,
      );
    }
    if (!this.repository.store.isFull) {
      return;
    }
    this.#services.logger.error({ code: RECORDING_CODES.disk_full }, "no disk to record on");
    throw new RefusedError(RECORDING_CODES.disk_full, "There is no disk to record on", 507);
  }

  #end(sid: string, end: RecordingEnd): void {
    const running = this.#running.get(sid);
    this.#running.delete(sid);
    const record = this.#endedRecord(sid, end);
    if (record !== null) {
      running?.settle(record);
    }
    this.repository.prune();
  }

  #endedRecord(sid: string, end: RecordingEnd): RecordingRecord | null {
    if (end.reason === "failed") {
      this.#services.logger.error({ sid, code: end.code }, "a recording failed");
      this.#logError(sid, RECORDING_CODES[end.code], "The recording failed");
      return this.repository.dispatch(
        sid,
        { type: "lost" },
        { errorCode: RECORDING_CODES[end.code] },
      );
    }
    const { durationMs, bytes, checksum, isSilent, fault } = end;
    const errorCode = fault === null ? null : RECORDING_CODES[fault];
    if (fault !== null) {
      this.#services.logger.error({ sid, code: fault }, "a recording stops early");
      this.#logError(sid, RECORDING_CODES[fault], "The recording stops early");
    }
    const isLost =
      durationMs === 0 || (isSilent && this.repository.find(sid)?.trimsSilence === true);
    if (!isLost) {
      return this.repository.dispatch(
        sid,
        { type: "saved" },
        { sound: { durationMs, bytes, checksum }, errorCode },
      );
    }
    void this.repository.store.removeSound(sid);
    return this.repository.dispatch(sid, { type: "lost" }, { errorCode });
  }

  /** The call goes on; whoever wrote its application finds why there is no more sound. */
  #logError(sid: string, errorCode: number, message: string): void {
    const callSid = this.repository.find(sid)?.callSid ?? "";
    this.#services.registry
      .live(callSid)
      ?.addLogEntry("error", "recording", { errorCode, message });
  }
}
