import type { Logger } from "pino";

import { systemClock, type Clock } from "@linedesk/base";
import type { MediaEvent, MediaPort } from "@linedesk/media";
import { createRecogniser, createSpeech, type Recogniser, type Speech } from "@linedesk/speech";
import { ConferenceLedger } from "../calls/conferences/conference-ledger.ts";
import { Rooms } from "../calls/conferences/rooms.ts";
import { createInternalLine } from "../calls/legs/internal-line.ts";
import type { CallIntake } from "../calls/legs/leg.ts";
import { DEFAULTS, type CoreDefaults } from "../calls/live/core-defaults.ts";
import type { CallBook } from "../calls/placing/call-book.ts";
import { CallPlacer } from "../calls/placing/call-placer.ts";
import { CallTokens } from "../calls/placing/call-token.ts";
import { Listenings } from "../calls/playback/listenings.ts";
import { Playbacks } from "../calls/playback/playbacks.ts";
import { WaitMusic } from "../calls/playback/wait-music.ts";
import { Queues } from "../calls/queues/queues.ts";
import { Recordings } from "../calls/recordings/recordings.ts";
import { restoreCalls } from "../calls/registry/after-crash.ts";
import { CallLedger } from "../calls/registry/call-ledger.ts";
import { CallRegistry } from "../calls/registry/call-registry.ts";
import { NotificationBook } from "../calls/registry/notification-book.ts";
import type { Workflow } from "../calls/workflows/workflow.ts";
import { createAccountCard, type AccountCard } from "../directory/account-card.ts";
import type { ApplicationBook } from "../directory/application-book.ts";
import { createApplicationBook } from "../directory/application-list.ts";
import { createKeyBook, type KeyBook } from "../directory/key-list.ts";
import type { CallerIdBook, NumberBook } from "../directory/number-book.ts";
import { createCallerIdBook, createNumberBook } from "../directory/number-list.ts";
import { StateFile } from "../directory/state-file.ts";
import type { CoreServices } from "../twiml/document/core-services.ts";
import { Interpreter } from "../twiml/interpreter.ts";
import { VERBS } from "../twiml/verbs/verbs.ts";
import { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import { createNodeHttpSender } from "../webhooks/node-http-sender.ts";
import { createAddressPolicy, createUrlPolicy } from "../webhooks/url-policy.ts";
import { WebhookClient } from "../webhooks/webhook-client.ts";
import { WebhookTrail } from "../webhooks/webhook-trail.ts";
import type { CoreOptions } from "./core-options.ts";
import { createIntake } from "./intake/call-intake.ts";
import { createCallBook } from "./outbound/live-call-book.ts";
import { mustBeAllowed } from "./outbound/read-program.ts";
import { CallerIdChecks } from "./verification/caller-id-checks.ts";

const LAST_RECORDINGS_MS = 3_000;
const LAST_CALLBACKS_MS = 2_000;

/** All parts of the core, each made once and handed to the others by name. */
export class Core implements CoreServices {
  readonly accountSid: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly defaults: CoreDefaults;
  readonly media: MediaPort;
  readonly playbacks: Playbacks;
  readonly listenings: Listenings;
  readonly recogniser: Recogniser;
  readonly client: WebhookClient;
  readonly outbox: CallbackOutbox;
  readonly notifications = new NotificationBook();
  readonly webhookTrail: WebhookTrail;
  readonly speech: Speech;
  readonly numbers: NumberBook;
  readonly callerIds: CallerIdBook;
  readonly callTokens: CallTokens;
  readonly applications: ApplicationBook;
  readonly keys: KeyBook;
  readonly account: AccountCard;
  readonly rooms: Rooms;
  readonly queues: Queues;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly recordings: Recordings;
  readonly placer: CallPlacer;
  readonly interpreter: Interpreter;
  readonly waitMusic: WaitMusic;
  readonly intake: CallIntake;
  readonly calls: CallBook;
  readonly callerIdChecks: CallerIdChecks;
  readonly #registry: CallRegistry;
  readonly #file: StateFile;
  readonly #ledgers: { close(): Promise<void> }[];
  readonly #closeHttp: () => void;
  readonly #tellEnds: () => void;

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
    this.webhookTrail = new WebhookTrail(this.clock);
    this.client = new WebhookClient({
      trail: this.webhookTrail,
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
    this.numbers = createNumberBook({ ...rows, rows: state.numbers });
    this.callerIds = createCallerIdBook({ ...rows, rows: state.callerIds });
    this.applications = createApplicationBook({ ...rows, rows: state.applications });
    this.keys = createKeyBook({ ...rows, rows: state.keys });
    this.account = createAccountCard(state.account, rows);
    this.playbacks = new Playbacks(this.media);
    this.listenings = new Listenings(this.media);
    this.queues = new Queues({
      accountSid,
      clock,
      kept: state.queues,
      mustBeAllowed: (url) => mustBeAllowed(url, this),
      onChange: (queues) => this.#file.save(Object.assign(state, { queues })),
    });
    this.workflows = options.workflows ?? new Map();
    this.recordings = new Recordings(this);
    this.interpreter = new Interpreter(this, VERBS);
    this.waitMusic = new WaitMusic(this);
    const files = { folder: this.defaults.dataFolder, clock, logger: this.logger };
    const ledger = new CallLedger(files);
    const roomLedger = new ConferenceLedger(files);
    this.#ledgers = [ledger, roomLedger];
    this.rooms = new Rooms(this, roomLedger);
    this.#registry = new CallRegistry(this.defaults.endedCallLimit, ledger);
    const { outbox, notifications } = this;
    const registry = this.#registry;
    this.#tellEnds = restoreCalls({ ledger, registry, outbox, notifications });
    const internal = createInternalLine(this.media, () => this.intake);
    this.placer = new CallPlacer(this, this.#registry, internal);
    this.intake = createIntake(this);
    this.calls = createCallBook(this.#registry, this);
    this.callerIdChecks = new CallerIdChecks(this);
  }

  begin(url: string): void {
    this.recordings.open(url);
    this.rooms.begin();
    this.#tellEnds();
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
      return this.#registry.measured(event.leg, event.stats);
    }
    const call = this.#registry.byLeg(event.leg);
    if (!call) {
      return;
    }
    switch (event.type) {
      case "leg.connected":
        return call.note("media", "connected");
      case "leg.silent":
        return call.media("silent");
      case "leg.heard":
        return call.media("heard");
      case "leg.digit":
        return call.digit(event.digit, event.isInBand === true ? "sound" : "event");
      case "leg.speech":
        return call.ears.speech(event.isSpeaking);
      case "leg.judged":
        return call.handleAnswerer({ by: event.answeredBy, afterMs: event.afterMs });
      case "leg.failed":
        call.note("media", "failed", { message: event.message });
        return call.hangUp({ cause: "media-lost", message: event.message });
    }
  }

  get changes(): number {
    return this.#file.changes;
  }

  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  /** Ends every call, and gives the last callbacks a moment. */
  async close(): Promise<void> {
    for (const call of this.#registry.liveCalls()) {
      call.hangUp();
    }
    // The verbs of those calls tidy up first: what they send then is still delivered.
    await new Promise<void>((resolve) => setImmediate(resolve));
    await this.recordings.close(LAST_RECORDINGS_MS);
    await this.outbox.close(LAST_CALLBACKS_MS);
    this.#closeHttp();
    const ledgers = this.#ledgers.map((ledger) => ledger.close());
    await Promise.all([
      this.speech.close(),
      this.recogniser.close(),
      this.#file.flush(),
      ...ledgers,
    ]);
  }
}
