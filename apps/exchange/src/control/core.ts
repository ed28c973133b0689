import type { Logger } from "pino";

import { systemClock, type Clock } from "@linedesk/base";
import type { MediaEvent, MediaPort } from "@linedesk/media";
import { createRecogniser, createSpeech, type Recogniser, type Speech } from "@linedesk/speech";
import { ConferenceJournal } from "../calls/conferences/conference-journal.ts";
import { Conferences } from "../calls/conferences/conferences.ts";
import { createInternalDialer } from "../calls/legs/create-internal-dialer.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import { DEFAULTS, type CoreDefaults } from "../calls/live/core-defaults.ts";
import type { CallApi } from "../calls/placing/call-api.ts";
import { CallPlacer } from "../calls/placing/call-placer.ts";
import { CallTokens } from "../calls/placing/call-token.ts";
import { PlaybackController } from "../calls/playback/playback-controller.ts";
import { UtteranceListeners } from "../calls/playback/utterance-listeners.ts";
import { WaitMusic } from "../calls/playback/wait-music.ts";
import { Queues } from "../calls/queues/queues.ts";
import { Recordings } from "../calls/recordings/recordings.ts";
import { CallJournal } from "../calls/registry/call-journal.ts";
import { CallRegistry } from "../calls/registry/call-registry.ts";
import { NotificationRepository } from "../calls/registry/notification-repository.ts";
import { restoreCalls } from "../calls/registry/restore-calls.ts";
import type { Workflow } from "../calls/workflows/workflow.ts";
import { createAccountApi, type AccountApi } from "../directory/account-api.ts";
import type { ApplicationRepository } from "../directory/application-repository.ts";
import {
  createApiKeyRepository,
  type ApiKeyRepository,
} from "../directory/create-api-key-repository.ts";
import { createApplicationRepository } from "../directory/create-application-repository.ts";
import {
  createCallerIdRepository,
  createNumberRepository,
} from "../directory/create-number-repository.ts";
import type { CallerIdRepository, NumberRepository } from "../directory/number-repository.ts";
import { StateFile } from "../directory/state-file.ts";
import type { CoreDeps } from "../twiml/document/core-deps.ts";
import { Interpreter } from "../twiml/interpreter.ts";
import { VERBS } from "../twiml/verbs/verbs.ts";
import { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import { createNodeHttpSender } from "../webhooks/node-http-sender.ts";
import { createAddressPolicy, createUrlPolicy } from "../webhooks/url-policy.ts";
import { WebhookClient } from "../webhooks/webhook-client.ts";
import { WebhookHistory } from "../webhooks/webhook-history.ts";
import type { CoreOptions } from "./core-options.ts";
import { createCallIntake } from "./intake/create-call-intake.ts";
import { createCallApi } from "./outbound/create-call-api.ts";
import { assertAllowedUrl } from "./outbound/read-program.ts";
import { CallerIdValidations } from "./verification/caller-id-validations.ts";

const RECORDING_SHUTDOWN_MS = 3_000;
const CALLBACK_SHUTDOWN_MS = 2_000;

/** All parts of the core, each made once and handed to the others by name. */
export class Core implements CoreDeps {
  readonly accountSid: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly defaults: CoreDefaults;
  readonly media: MediaPort;
  readonly playbacks: PlaybackController;
  readonly listenings: UtteranceListeners;
  readonly recogniser: Recogniser;
  readonly client: WebhookClient;
  readonly outbox: CallbackOutbox;
  readonly notifications = new NotificationRepository();
  readonly webhookHistory: WebhookHistory;
  readonly speech: Speech;
  readonly numbers: NumberRepository;
  readonly callerIds: CallerIdRepository;
  readonly callTokens: CallTokens;
  readonly applications: ApplicationRepository;
  readonly keys: ApiKeyRepository;
  readonly account: AccountApi;
  readonly conferences: Conferences;
  readonly queues: Queues;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly recordings: Recordings;
  readonly registry: CallRegistry;
  readonly placer: CallPlacer;
  readonly interpreter: Interpreter;
  readonly waitMusic: WaitMusic;
  readonly intake: CallIntake;
  readonly calls: CallApi;
  readonly callerIdValidations: CallerIdValidations;
  readonly #file: StateFile;
  readonly #journals: { close(): Promise<void> }[];
  readonly #closeHttp: () => void;
  readonly #unsubscribeEnds: () => void;

  constructor(options: CoreOptions) {
    this.accountSid = options.account.sid;
    this.clock = options.clock ?? systemClock;
    this.logger = options.logger;
    this.defaults = { ...DEFAULTS, ...options.defaults };
    this.media = options.media;
    const { allowedHosts } = options.webhooks;
    const http = createNodeHttpSender({ isAllowedAddress: createAddressPolicy(allowedHosts) });
    this.#closeHttp = () => http.close();
    const { sender = http.send, watch } = options.webhooks;
    this.callTokens = new CallTokens(options.account.authToken, this.clock);
    this.webhookHistory = new WebhookHistory(this.clock);
    this.client = new WebhookClient({
      history: this.webhookHistory,
      send: watch?.(sender) ?? sender,
      policy: createUrlPolicy(allowedHosts),
      authToken: options.account.authToken,
    });
    this.outbox = new CallbackOutbox(this);
    const { speech, recogniser: command, programEnvironment: environment } = this.defaults;
    this.speech = createSpeech(speech, environment);
    this.recogniser = options.recogniser ?? createRecogniser({ command, environment }, this.clock);
    this.#file = new StateFile(this.defaults.dataFolder, this.logger);
    const state = this.#file.read();
    // At once, so that the account's age is kept.
    this.#file.save(state);
    const { accountSid, clock } = this;
    const rows = { accountSid, clock, onChange: () => this.#file.save(state) };
    this.numbers = createNumberRepository({ ...rows, rows: state.numbers });
    this.callerIds = createCallerIdRepository({ ...rows, rows: state.callerIds });
    this.applications = createApplicationRepository({ ...rows, rows: state.applications });
    this.keys = createApiKeyRepository({ ...rows, rows: state.keys });
    this.account = createAccountApi(state.account, rows);
    this.playbacks = new PlaybackController(this.media);
    this.listenings = new UtteranceListeners(this.media);
    this.queues = new Queues({
      accountSid,
      clock,
      stored: state.queues,
      mustBeAllowed: (url) => assertAllowedUrl(url, this),
      onChange: (queues) => this.#file.save(Object.assign(state, { queues })),
    });
    this.workflows = options.workflows ?? new Map();
    this.recordings = new Recordings(this);
    this.interpreter = new Interpreter(this, VERBS);
    this.waitMusic = new WaitMusic(this);
    const files = { folder: this.defaults.dataFolder, clock, logger: this.logger };
    const ledger = new CallJournal(files);
    const roomLedger = new ConferenceJournal(files);
    this.#journals = [ledger, roomLedger];
    this.conferences = new Conferences(this, roomLedger);
    this.registry = new CallRegistry(this.defaults.endedCallLimit, ledger);
    const { outbox, notifications } = this;
    const { registry } = this;
    this.#unsubscribeEnds = restoreCalls({ ledger, registry, outbox, notifications });
    const internal = createInternalDialer(this.media, () => this.intake);
    this.placer = new CallPlacer(this, this.registry, internal);
    this.intake = createCallIntake(this);
    this.calls = createCallApi(this.registry, this);
    this.callerIdValidations = new CallerIdValidations(this);
  }

  start(url: string): void {
    this.recordings.open(url);
    this.conferences.begin();
    this.#unsubscribeEnds();
  }

  handleMedia(event: MediaEvent): void {
    if (event.type === "playback.ended") {
      return this.playbacks.handle(event);
    }
    if ("listening" in event) {
      return this.listenings.handle(event);
    }
    if ("recording" in event) {
      return this.recordings.handleMedia(event);
    }
    if (event.type === "leg.closed") {
      return this.registry.storeStats(event.leg, event.stats);
    }
    const call = this.registry.byLeg(event.leg);
    if (!call) {
      return;
    }
    switch (event.type) {
      case "leg.connected":
        return call.addLogEntry("media", "connected");
      case "leg.media_lost":
        return call.handleMedia("lost");
      case "leg.media_restored":
        return call.handleMedia("restored");
      case "leg.digit":
        return call.handleDigit(event.digit, event.isInBand === true ? "inband" : "rfc4733");
      case "leg.speech":
        return call.input.handleSpeech(event.isSpeaking);
      case "leg.amd":
        return call.handleAmd({ by: event.answeredBy, afterMs: event.afterMs });
      case "leg.failed":
        call.addLogEntry("media", "failed", { message: event.message });
        return call.hangUp({ cause: "media-lost", message: event.message });
    }
  }

  get revision(): number {
    return this.#file.revision;
  }

  persisted(): Promise<boolean> {
    return this.#file.flush();
  }

  /** Ends every call, and gives the last callbacks a moment. */
  async close(): Promise<void> {
    for (const call of this.registry.liveCalls()) {
      call.hangUp();
    }
    // The verbs of those calls tidy up first: what they send then is still delivered.
    await new Promise<void>((resolve) => setImmediate(resolve));
    await this.recordings.close(RECORDING_SHUTDOWN_MS);
    await this.outbox.close(CALLBACK_SHUTDOWN_MS);
    this.#closeHttp();
    const ledgers = this.#journals.map((ledger) => ledger.close());
    await Promise.all([
      this.speech.close(),
      this.recogniser.close(),
      this.#file.flush(),
      ...ledgers,
    ]);
  }
}
