import {
  type Call,
  type DeviceLine,
  describeCall,
  handleCall,
  handleHold,
  nameCaller,
  openPhoneLines,
  placeCaller,
  rejectCalls,
} from "@linedesk/contract";
import { HttpError, type HttpClient } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";
import type { Softphone } from "../softphone/softphone.ts";
import { callAnswered, linesLoaded } from "../store/calls-slice.ts";
import {
  actionAnswered,
  actionSent,
  type CallAction,
  editChanged,
  noticed,
} from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";
import type { LineClaims } from "./line-claims.ts";

export type CallerField = "name" | "place" | "point";

export interface DeskActionsOptions {
  http: HttpClient;
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  claims: LineClaims;
}

/** What a person does with calls: asks the server, and shows what it answers or refuses. */
export class DeskActions {
  readonly #options: DeskActionsOptions;

  constructor(options: DeskActionsOptions) {
    this.#options = options;
  }

  accept(call: string, line: DeviceLine): Promise<void> {
    return this.#ask({ call, action: "accept", line }, async () => {
      await this.#options.claims.take({ call, action: "accept", line });
    });
  }

  /** `likely` is whom this page sees first; the server decides, so that no two seats get one. */
  takeNext(likely: Call, line: DeviceLine): Promise<void> {
    const { id: call, station } = likely;
    return this.#ask({ call, action: "accept", line }, async () => {
      await this.#options.claims.take({ call, station, action: "take_next", line });
    });
  }

  takeOver(call: string, line: DeviceLine): Promise<void> {
    return this.#ask({ call, action: "accept", line }, async () => {
      await this.#options.claims.take({ call, action: "take_over", line });
    });
  }

  hold(call: string, line: DeviceLine): Promise<void> {
    return this.#ask({ call, action: "hold", line }, async () => {
      const answer = await this.#options.http.call(handleHold, { body: { call, hold: true } });
      this.#options.store.dispatch(callAnswered(answer.call));
    });
  }

  resume(call: string, line: DeviceLine): Promise<void> {
    return this.#ask({ call, action: "resume", line }, async () => {
      const body = { call, hold: false, line };
      const answer = await this.#options.http.call(handleHold, { body });
      await this.#options.claims.join(answer, line);
    });
  }

  hangUp(call: string, line: DeviceLine): Promise<void> {
    return this.#ask({ call, action: "hang_up", line }, async () => {
      const body = { call, action: "hang_up" as const };
      const softphone = this.#options.softphones[line];
      try {
        const answer = await this.#options.http.call(handleCall, { body });
        this.#options.store.dispatch(callAnswered(answer.call));
        if (softphone.leg?.callId === call) {
          await softphone.disconnect();
        }
      } catch (error) {
        // [AU32] Who was signed out in mid-call can still leave it; the caller waits with music.
        if (isSignedOut(error) && softphone.leg?.callId === call) {
          await softphone.disconnect();
        }
        throw error;
      }
    });
  }

  mute(line: DeviceLine, muted: boolean): void {
    this.#options.softphones[line].mute(muted);
  }

  reject(call: string): Promise<void> {
    return this.#ask({ call, action: "reject", line: null }, async () => {
      await this.#options.http.call(rejectCalls, { body: { calls: [call] } });
    });
  }

  /** Shows the value at once; a refused one rolls back with the reason beside the field. */
  async editCaller(call: string, field: CallerField, value: string): Promise<void> {
    const { store } = this.#options;
    const key = `${call}:${field}`;
    store.dispatch(editChanged({ key, edit: { status: "saving", value } }));
    try {
      store.dispatch(callAnswered(await this.#saveField(call, field, value)));
      store.dispatch(editChanged({ key, edit: null }));
    } catch (error) {
      const edit = { status: "failed" as const, words: describeFailure(error).words };
      store.dispatch(editChanged({ key, edit }));
    }
  }

  async setOpen(station: string, open: boolean, phoneLine?: string): Promise<void> {
    const { http, store } = this.#options;
    try {
      const body = { station, open, ...(phoneLine === undefined ? {} : { phoneLine }) };
      const { items } = await http.call(openPhoneLines, { body });
      store.dispatch(linesLoaded({ station, phoneLines: items }));
    } catch (error) {
      this.#notice(`open:${station}`, error, null);
    }
  }

  async #saveField(call: string, field: CallerField, value: string): Promise<Call> {
    const { http } = this.#options;
    switch (field) {
      case "name":
        return (await http.call(nameCaller, { body: { call, name: value } })).call;
      case "place":
        return (await http.call(placeCaller, { body: { call, location: value } })).call;
      case "point":
        return (await http.call(describeCall, { body: { call, description: value } })).call;
    }
  }

  async #ask(
    request: { call: string; action: CallAction; line: DeviceLine | null },
    run: () => Promise<void>,
  ): Promise<void> {
    const { store } = this.#options;
    if (store.getState().desk.pending[request.call] !== undefined) {
      return;
    }
    store.dispatch(actionSent({ call: request.call, action: request.action }));
    try {
      await run();
    } catch (error) {
      this.#notice(`${request.action}:${request.call}`, error, request.line);
    } finally {
      store.dispatch(actionAnswered(request.call));
    }
  }

  #notice(id: string, error: unknown, line: DeviceLine | null): void {
    const { words, code } = describeFailure(error);
    if (words === "") {
      return;
    }
    this.#options.store.dispatch(noticed({ id, tone: "failure", words, code, line }));
  }
}

function isSignedOut(error: unknown): boolean {
  return (
    error instanceof HttpError && error.failure.kind === "answered" && error.failure.status === 401
  );
}
