import type { ConferenceJournal } from "../calls/conferences/conference-journal.ts";
import { Conferences } from "../calls/conferences/conferences.ts";
import { WaitMusic } from "../calls/playback/wait-music.ts";
import type { CoreDeps } from "../twiml/document/core-deps.ts";
import { Interpreter } from "../twiml/interpreter.ts";
import { VERBS } from "../twiml/verbs/verbs.ts";

export interface Documents {
  interpreter: Interpreter;
  waitMusic: WaitMusic;
  conferences: Conferences;
}

type DocumentDeps = Omit<CoreDeps, keyof Documents>;

/** Makes what runs documents, and the parts that documents and they themselves reach. */
export function createDocuments(
  deps: DocumentDeps,
  { accountSid, journal }: { accountSid: string; journal: ConferenceJournal },
): Documents {
  const interpreter: Interpreter = new Interpreter(
    {
      ...deps,
      get interpreter() {
        return interpreter;
      },
      get waitMusic() {
        return waitMusic;
      },
      get conferences() {
        return conferences;
      },
    },
    VERBS,
  );
  const { clock, media, playbacks, outbox, recordings, registry } = deps;
  const waitMusic: WaitMusic = new WaitMusic({ clock, playbacks, interpreter });
  const participants = { clock, media, playbacks, interpreter, waitMusic, registry };
  const conferences: Conferences = new Conferences(
    { accountSid, outbox, recordings, participants },
    journal,
  );
  return { interpreter, waitMusic, conferences };
}
