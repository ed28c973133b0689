import type { Logger } from "pino";

import { type Clock, systemClock, TWILIO_CODES } from "@linedesk/base";
import { ConferenceJournal } from "../calls/conferences/conference-journal.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import { CALL_TIMEOUTS } from "../calls/live/call-timeouts.ts";
import { isOwnCallerId } from "../calls/placing/select-caller-id.ts";
import { Queues } from "../calls/queues/queues.ts";
import { RECORDING_LIMITS } from "../calls/recordings/recording-repository.ts";
import { Recordings } from "../calls/recordings/recordings.ts";
import { CallJournal, CRASH_MESSAGE } from "../calls/registry/call-journal.ts";
import { CALL_LIMITS, CallRegistry } from "../calls/registry/call-registry.ts";
import { TurnedAway } from "../calls/registry/turned-away.ts";
import { WorkMarker } from "../storage/work-marker.ts";
import { createConferenceApi } from "./conferences/create-conference-api.ts";
import type { ControlOptions, ControlSettings } from "./control-options.ts";
import { createAudio, SPEECH_OPTIONS } from "./create-audio.ts";
import { createDocuments } from "./create-documents.ts";
import { createMediaHandler } from "./create-media-handler.ts";
import { createPlacing } from "./create-placing.ts";
import { createWebhooks } from "./create-webhooks.ts";
import type {
  EdgeAccess,
  ExchangeControl,
  ExchangeDirectory,
  ExchangeReports,
} from "./exchange-control.ts";
import { createCallIntake } from "./intake/create-call-intake.ts";
import { openDirectory } from "./open-directory.ts";
import { createCallApi } from "./outbound/create-call-api.ts";
import { assertAllowedUrl } from "./outbound/read-program.ts";
import { readTraffic } from "./read-traffic.ts";
import { createRecordingApi } from "./recordings/create-recording-api.ts";
import { CallRestoration } from "./resumption/call-restoration.ts";
import { CallerIdValidations } from "./verification/caller-id-validations.ts";

const RECORDING_SHUTDOWN_MS = 3_000;
/**
 * Ends a call that is not answered yet. After 503 a carrier tries its next host; after 603 it does
 * not.
 */
const CLOSING = { cause: "failed", sipCode: 503, message: "the exchange is closing" } as const;
/** Nobody has hung up, so the application gets the information that the call was lost. */
const STOPPED = {
  cause: "hangup",
  twilioCode: TWILIO_CODES.INTERNAL_ERROR,
  message: CRASH_MESSAGE,
} as const;

const SETTINGS: ControlSettings = {
  ...CALL_TIMEOUTS,
  ...CALL_LIMITS,
  ...RECORDING_LIMITS,
  ...SPEECH_OPTIONS,
  dataFolder: null,
  keepsCalls: true,
  poolNumbers: [],
};

/**
 * Creates the part of the exchange that controls calls, from the state file. Throws StateFileError
 * when the file cannot be read.
 */
export function createExchangeControl(options: ControlOptions): ExchangeControl {
  const parts = createParts(options, () => control.edges.intake);
  if (options.dialers) {
    parts.dialers.setEdges(options.dialers);
  }
  const stopMedia = options.media.onEvent(createMediaHandler(parts));
  let closing: Promise<void> | null = null;
  async function close() {
    await closeParts(parts);
    stopMedia();
  }
  const { intake, callerIdValidations, ...apis } = createApis(parts);
  const control: ExchangeControl = {
    ...apis,
    queues: parts.queues.api,
    directory: createDirectory(parts, callerIdValidations),
    reports: createReports(parts),
    edges: createEdgeAccess(parts, intake),
    leave: () => flushFiles(parts),
    close: () => (closing ??= close()),
  };
  return control;
}

function createDirectory(
  { directory }: Parts,
  callerIdValidations: CallerIdValidations,
): ExchangeDirectory {
  const { numbers, callerIds, applications, keys, account, file } = directory;
  return {
    numbers,
    callerIds,
    callerIdValidations,
    applications,
    keys,
    account,
    changes: {
      get revision() {
        return file.revision;
      },
      persisted: () => file.flush(),
    },
  };
}

function createReports(parts: Parts): ExchangeReports {
  const { webhooks, turnedAway, registry } = parts;
  return {
    notifications: webhooks.notifications,
    get load() {
      const calls = registry.liveCalls().length;
      return { calls, turnedAway: turnedAway.count, turnedAwayAt: turnedAway.lastAt };
    },
    readTraffic: () => readTraffic(parts),
  };
}

function createEdgeAccess(parts: Parts, intake: CallIntake): EdgeAccess {
  const { dialers, callIds, webhooks } = parts;
  return {
    intake,
    setDialers: (edges) => dialers.setEdges(edges),
    knowsTrunk: (sid) => dialers.knowsTrunk(sid),
    isVerified: (number) => isOwnCallerId(number, callIds),
    sendCallback: (callback) => webhooks.outbox.send(callback),
    marker: parts.marker,
    resume: () => parts.restoration.resume(),
    start(url) {
      parts.recordings.open(url);
      parts.conferences.begin();
      parts.life.isStarted = true;
      parts.restoration
        .start()
        .catch((err: unknown) => parts.logger.error({ err }, "call resumption failed"));
    },
  };
}

type Parts = ReturnType<typeof createParts>;

/** Creates each part once, in the order in which the parts depend on each other. */
function createParts(options: ControlOptions, intake: () => CallIntake) {
  const { media, logger, clock = systemClock } = options;
  const { sid: accountSid, authToken } = options.account;
  const settings = { ...SETTINGS, ...options.defaults };
  const { dataFolder } = settings;
  const webhooks = createWebhooks(options.webhooks, { authToken, clock, logger });
  const { client, outbox, notifications } = webhooks;
  const audio = createAudio(settings, media);
  const directory = openDirectory({ accountSid, dataFolder, clock, logger });
  const callIds = { numbers: directory.numbers, callerIds: directory.callerIds };
  const programs = { client };
  const assertAllowed = (url: string) => assertAllowedUrl(url, programs);
  const queues = new Queues({ accountSid, clock, assertAllowed, ...directory.queues });
  const { journal, conferenceJournal, marker } = openJournals({
    folder: dataFolder,
    clock,
    logger,
  });
  const registry = new CallRegistry(settings, journal);
  const turnedAway = new TurnedAway(clock);
  const shared = { accountSid, clock, logger, media, outbox, registry };
  const recordings = new Recordings({ ...shared, dataFolder, limits: settings });
  const placing = createPlacing({ ...shared, webhooks, directory, intake });
  const parts = { ...shared, ...audio, ...placing, queues, recordings };
  const { dialler, dialers } = placing;
  const documents = createDocuments(
    {
      clock,
      logger,
      media,
      audio,
      calls: { timeouts: settings, registry, dialler, dialers, queues, recordings },
      directory: callIds,
      webhooks,
      marker,
    },
    { accountSid, journal: conferenceJournal },
  );
  const { playbacks } = audio;
  const { interpreter } = documents;
  const restoration = new CallRestoration(
    { ...shared, ...placing, journal, notifications, playbacks, interpreter },
    { keepCalls: settings.keepsCalls, poisoned: marker.poisoned },
  );
  return {
    ...parts,
    ...documents,
    settings,
    webhooks,
    audio,
    directory,
    programs,
    callIds,
    journals: [journal, conferenceJournal],
    turnedAway,
    marker,
    restoration,
    life: { isStarted: false },
  };
}

function openJournals(files: { folder: string | null; clock: Clock; logger: Logger }) {
  return {
    journal: new CallJournal(files),
    conferenceJournal: new ConferenceJournal(files),
    marker: new WorkMarker(files.folder, files.clock.now()),
  };
}

function createApis(parts: Parts) {
  const { accountSid, clock, logger, media, outbox, registry, recordings, playbacks } = parts;
  const { conferences, interpreter, dialler, factory, programs, callIds, settings } = parts;
  const outbound = { callerIds: callIds, dialler, timeouts: settings };
  return {
    intake: createCallIntake({
      registry,
      turnedAway: parts.turnedAway,
      factory,
      interpreter,
      logger,
      timeLimitS: settings.timeLimitS,
      routing: {
        accountSid,
        numbers: callIds.numbers,
        applications: parts.directory.applications,
      },
      bridging: { media, playbacks, clock },
    }),
    calls: createCallApi(registry, {
      media,
      programs,
      interpreter,
      ...outbound,
      marker: parts.marker,
    }),
    conferences: createConferenceApi(conferences, { registry, participants: outbound }),
    recordings: createRecordingApi(recordings, { registry, media }),
    callerIdValidations: new CallerIdValidations({
      ...callIds,
      dialler,
      outbox,
      prompts: { clock, playbacks },
      poolNumbers: parts.settings.poolNumbers,
      persisted: () => parts.directory.file.flush(),
    }),
  };
}

async function closeParts(parts: Parts): Promise<void> {
  // An exchange that did not start does not end the calls of the previous one.
  const left = parts.life.isStarted ? new Set() : parts.restoration.leave();
  for (const call of parts.registry.liveCalls().filter((one) => !left.has(one))) {
    const isArriving = call.state.status === "ringing" && call.origin.direction === "inbound";
    call.hangUp(isArriving ? CLOSING : STOPPED);
  }
  // The verbs of those calls clean up first, so that their last callbacks are still delivered.
  await new Promise<void>((resolve) => setImmediate(resolve));
  await parts.recordings.close(RECORDING_SHUTDOWN_MS);
  await parts.webhooks.close();
  await Promise.all([parts.audio.close(), flushFiles(parts)]);
  parts.marker.close();
}

async function flushFiles({ directory, journals }: Parts): Promise<void> {
  await Promise.all([directory.file.flush(), ...journals.map((journal) => journal.close())]);
}
