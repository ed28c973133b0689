import { type EndpointBody, handleConference, type UserSettings } from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";
import { callAnswered } from "../store/calls-slice.ts";
import { noticed } from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";

export type ConferenceRequest = EndpointBody<typeof handleConference>;

interface ConferencesDeps {
  http: HttpClient;
  store: Store;
  settings: () => UserSettings;
}

/** What is asked of the server for a conference; what it refuses is said. */
export class Conferences {
  readonly #deps: ConferencesDeps;

  constructor(deps: ConferencesDeps) {
    this.#deps = deps;
  }

  /** What the person's button of the end does [AC8]. */
  get endBehavior(): "END" | "HOLD" {
    return this.#deps.settings().endConferenceBehavior;
  }

  async send(body: ConferenceRequest): Promise<void> {
    const { http, store } = this.#deps;
    try {
      const { calls } = await http.call(handleConference, { body });
      for (const call of calls) {
        store.dispatch(callAnswered(call));
      }
    } catch (error) {
      const { words, code } = describeFailure(error);
      const notice = { id: "conference", tone: "failure" as const, words, code, line: null };
      store.dispatch(noticed(notice));
    }
  }
}
