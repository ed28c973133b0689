import type { ConferenceJournal } from "../calls/conferences/conference-journal.ts";
import { Conferences } from "../calls/conferences/conferences.ts";
import { WaitMusic } from "../calls/playback/wait-music.ts";
import type {
  CallServices,
  DocumentServices,
  VerbServices,
} from "../twiml/document/verb-services.ts";
import { Interpreter } from "../twiml/interpreter.ts";
import { VERBS } from "../twiml/verbs/verbs.ts";

export interface Documents {
  interpreter: Interpreter;
  waitMusic: WaitMusic;
  conferences: Conferences;
}

interface DocumentDeps extends Omit<VerbServices, "calls" | "documents"> {
  calls: Omit<CallServices, "conferences">;
}

export function createDocuments(
  deps: DocumentDeps,
  { accountSid, journal }: { accountSid: string; journal: ConferenceJournal },
): Documents {
  const calls: CallServices = {
    ...deps.calls,
    get conferences() {
      return conferences;
    },
  };
  const documents: DocumentServices = {
    get interpreter() {
      return interpreter;
    },
    get waitMusic() {
      return waitMusic;
    },
  };
  const interpreter = new Interpreter({ ...deps, calls, documents }, VERBS);
  const { clock, media, audio, webhooks } = deps;
  const { playbacks } = audio;
  const { registry } = deps.calls;
  const waitMusic: WaitMusic = new WaitMusic({ clock, playbacks, interpreter });
  const participants = { clock, media, playbacks, interpreter, waitMusic, registry };
  const conferences: Conferences = new Conferences(
    { accountSid, outbox: webhooks.outbox, participants },
    journal,
  );
  return { interpreter, waitMusic, conferences };
}
