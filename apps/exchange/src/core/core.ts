import type { Logger } from "pino";

import { createAccountCard, type AccountCard } from "../account/account-card.ts";
import { createKeyBook, type KeyBook } from "../account/key-list.ts";
import type { ApplicationBook } from "../applications/application-book.ts";
import { createApplicationBook } from "../applications/application-list.ts";
import type { CallBook } from "../calls/call-book.ts";
import { CallRegistry } from "../calls/call-registry.ts";
import { createIntake } from "../calls/incoming/call-intake.ts";
import { createInternalLine } from "../calls/incoming/internal-line.ts";
import { restoreCalls } from "../calls/kept/after-crash.ts";
import { CallLedger } from "../calls/kept/call-ledger.ts";
import type { CallIntake } from "../calls/leg.ts";
import { createCallBook } from "../calls/live-call-book.ts";
import { CallPlacer } from "../calls/outgoing/call-placer.ts";
import { CallTokens } from "../calls/outgoing/call-token.ts";
import { mustBeAllowed } from "../calls/outgoing/read-program.ts";
import { ConferenceLedger } from "../conferences/conference-ledger.ts";
import { Rooms } from "../conferences/rooms.ts";
import type { MediaEvent, MediaPort } from "../media/media-port.ts";
import { NotificationBook } from "../notices/notification-book.ts";
import { WebhookTrail } from "../notices/webhook-trail.ts";
import type { CallerIdBook, NumberBook } from "../numbers/number-book.ts";
import { createCallerIdBook, createNumberBook } from "../numbers/number-list.ts";
import { StateFile } from "../numbers/state-file.ts";
import { Queues } from "../queues/queues.ts";
import { createRecogniser } from "../recognition/create-recogniser.ts";
import type { Recogniser } from "../recognition/recogniser.ts";
import { Recordings } from "../recordings/recordings.ts";
import { createSpeech } from "../speech/create-speech.ts";
import type { Speech } from "../speech/speech.ts";
import { Interpreter } from "../twiml/interpreter.ts";
import { VERBS } from "../twiml/verbs/verbs.ts";
import { WaitMusic } from "../twiml/wait-music.ts";
import { CallerIdChecks } from "../verification/caller-id-checks.ts";
import { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import { createNodeHttpSender } from "../webhooks/node-http-sender.ts";
import { createAddressPolicy, createUrlPolicy } from "../webhooks/url-policy.ts";
import { WebhookClient } from "../webhooks/webhook-client.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { systemClock, type Clock } from "./clock.ts";
import { DEFAULTS, type CoreDefaults } from "./core-defaults.ts";
import type { CoreOptions } from "./core-options.ts";
import type { CoreServices } from "./core-services.ts";
import { Listenings } from "./listenings.ts";
import { Playbacks } from "./playbacks.ts";

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
