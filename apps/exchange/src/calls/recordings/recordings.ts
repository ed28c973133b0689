import { newSid, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { MediaEvent, MediaPort, RecordingEnd } from "@linedesk/media";
import type { LiveCall } from "../live/live-call.ts";
import { RecordingRepository, type RecordingRepositoryDeps } from "./recording-repository.ts";
import {
  recordedTrack,
  type RecordingCallback,
  type RecordingRecord,
  type RecordingSource,
} from "./recording.ts";
import { repairOrphanedRecordings } from "./repair-orphaned-recordings.ts";

const RUNNING_PER_CALL = 4;

/** These codes are used where Twilio has none. docs/exchange-rest.md lists them. */
const FAULT_CODES = {
  disk_full: TWILIO_CODES.DISK_FULL,
  disk_too_slow: TWILIO_CODES.DISK_TOO_SLOW,
  disk_failed: TWILIO_CODES.DISK_FAILED,
  nothing_to_record: TWILIO_CODES.NOTHING_TO_RECORD,
} as const;

export function notEligible(): RefusedError {
  const message = "Requested resource is not eligible for recording";
  return new RefusedError(TWILIO_CODES.INVALID_CALL_STATE, message);
}

export interface StartedRecording {
  sid: string;
  url: string;
  done: Promise<RecordingRecord>;
  stop(): void;
}

interface Running {
  settle: (record: RecordingRecord) => void;
  onQuiet: () => void;
}

interface StartOptions {
  callback: RecordingCallback | null;
  source: RecordingSource;
  quiet?: { afterMs: number; onQuiet: () => void };
}

interface RecordingsDeps extends RecordingRepositoryDeps {
  accountSid: string;
  media: MediaPort;
  registry: { live(callSid: string): LiveCall | null };
}

export class Recordings {
  readonly repository: RecordingRepository;
  readonly #services: RecordingsDeps;
  readonly #running = new Map<string, Running>();
  #repairing: Promise<void> = Promise.resolve();

  constructor(services: RecordingsDeps) {
    this.#services = services;
    this.repository = new RecordingRepository(services);
  }

  /**
   * Sets the address in the URLs of recordings, and repairs the recordings of a killed exchange.
   */
  open(address: string): void {
    this.repository.open(address);
    const isRunning = (sid: string) => this.#running.has(sid);
    this.#repairing = repairOrphanedRecordings(this.repository, isRunning, this.#services.logger);
  }

  startCall(call: LiveCall, { callback, source, quiet }: StartOptions): StartedRecording {
    const { leg, sid: callSid } = call;
    if (leg === null || call.state.status !== "in-progress") {
      throw notEligible();
    }
    this.#assertCapacity(callSid);
    const { accountSid, clock, media } = this.#services;
    const now = new Date(clock.now());
    const record: RecordingRecord = {
      sid: newSid("RE"),
      accountSid,
      callSid,
      source,
      status: "in-progress",
      callback,
      startedAt: now,
      createdAt: now,
      updatedAt: now,
      sound: null,
      errorCode: null,
    };
    const { sid } = record;
    this.repository.add(record);
    const done = new Promise<RecordingRecord>((settle) => {
      this.#running.set(sid, { settle, onQuiet: quiet?.onQuiet ?? (() => undefined) });
    });
    media.recordings.start(sid, {
      path: this.repository.store.soundPath(sid),
      leg: leg.id,
      track: recordedTrack(source),
      quietAfterMs: quiet?.afterMs ?? null,
    });
    this.repository.sendCallback(record);
    return { sid, url: this.repository.urlOf(record), done, stop: () => this.stop(sid) };
  }

  stop(sid: string): void {
    this.#services.media.recordings.stop(sid);
  }

  handleMedia(event: Extract<MediaEvent, { recording: string }>): void {
    if (event.type === "recording.quiet") {
      return this.#running.get(event.recording)?.onQuiet();
    }
    this.#end(event.recording, event.end);
  }

  async close(graceMs: number): Promise<void> {
    const endMs = performance.now() + graceMs;
    while (this.#running.size > 0 && performance.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.#repairing;
    await this.repository.close();
  }

  #assertCapacity(callSid: string): void {
    const running = [...this.#running.keys()].filter(
      (sid) => this.repository.find(sid)?.callSid === callSid,
    );
    if (running.length >= RUNNING_PER_CALL) {
      throw new RefusedError(
        TWILIO_CODES.TOO_MANY_REQUESTS,
        `The call already has ${RUNNING_PER_CALL} running recordings`,
        429,
      );
    }
    if (!this.repository.store.isFull) {
      return;
    }
    this.#services.logger.error({ code: FAULT_CODES.disk_full }, "recording disk full");
    throw new RefusedError(FAULT_CODES.disk_full, "The disk for recordings is full", 507);
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
      this.#services.logger.error({ sid, code: end.code }, "recording failed");
      this.#logError(sid, FAULT_CODES[end.code], "The recording failed");
      return this.repository.dispatch(sid, { type: "lost" }, { errorCode: FAULT_CODES[end.code] });
    }
    const { durationMs, bytes, checksum, fault } = end;
    const errorCode = fault === null ? null : FAULT_CODES[fault];
    if (fault !== null) {
      this.#services.logger.error({ sid, code: fault }, "recording stopped early");
      this.#logError(sid, FAULT_CODES[fault], "The recording stops early");
    }
    if (durationMs > 0) {
      return this.repository.dispatch(
        sid,
        { type: "saved" },
        { sound: { durationMs, bytes, checksum }, errorCode },
      );
    }
    void this.repository.store.removeSound(sid);
    return this.repository.dispatch(sid, { type: "lost" }, { errorCode });
  }

  #logError(sid: string, errorCode: number, message: string): void {
    const callSid = this.repository.find(sid)?.callSid ?? "";
    this.#services.registry.live(callSid)?.logError("recording", { errorCode, message });
  }
}
