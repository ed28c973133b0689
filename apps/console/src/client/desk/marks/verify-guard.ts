import type { Call } from "@linedesk/contract";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { RootState, Store } from "../../store/store.ts";
import type { noticeMessages } from "../../words/notice-messages.ts";
import { pageWords } from "../../words/page-words.ts";

/** A second press within this time verifies although items are missing. */
const ARMED_FOR_MS = 5_000;

export interface VerifyGuardOptions {
  store: Store;
  now: () => number;
}

type Fact = keyof typeof noticeMessages.fact;

function joinFacts(facts: readonly Fact[]): string {
  const say = pageWords();
  return facts
    .map((fact) => say(`notices.fact.${fact}`))
    .reduce((left, right) => say("notices.both", { left, right }));
}

/** Lists which of name, place and point are missing. Text that is still being saved counts. */
function listMissing(
  { id, caller, description }: Call,
  edits: RootState["desk"]["edits"] = {},
): Fact[] {
  const facts = [
    ["name", caller.name],
    ["place", caller.location],
    ["point", description],
  ] as const;
  return facts.flatMap(([word, known]) => {
    const edit = edits[`${id}:${word}`];
    const value = edit?.status === "saving" ? edit.value : known;
    return (value ?? "").trim() === "" ? [word] : [];
  });
}

/** Verifying confirms name, place and point, so missing ones are reported first. */
export class VerifyGuard {
  readonly #options: VerifyGuardOptions;
  #armed: { call: string; at: number } | null = null;

  constructor(options: VerifyGuardOptions) {
    this.#options = options;
  }

  /** Notes one press; returns true when the call may be verified now. */
  press(call: Call): boolean {
    const { store, now } = this.#options;
    const missing = listMissing(call, store.getState().desk.edits);
    const at = now();
    const again = this.#armed?.call === call.id && at - this.#armed.at < ARMED_FOR_MS;
    const id = `verify:${call.id}`;
    this.#armed = null;
    if (missing.length === 0 || again) {
      store.dispatch(noticeClosed(id));
      return true;
    }
    this.#armed = { call: call.id, at };
    const name = call.caller.name ?? call.caller.numberDisplay;
    const words = pageWords()("notices.notKnown", { name, missing: joinFacts(missing) });
    store.dispatch(noticed({ id, tone: "warning", words, code: null, line: null }));
    return false;
  }
}
