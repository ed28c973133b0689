import {
  type ContactOwner,
  contactLimits,
  importContacts,
  type ImportRow,
  type PlainReason,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import type { GivenReason } from "../../words/reasons/reason-writer.ts";

export interface ContactFile {
  name: string;
  rows: readonly ImportRow[];
  bad: readonly BadLine[];
}

export interface BadLine extends GivenReason {
  line: number;
}

export function createBadLine(line: number, reason: PlainReason): BadLine {
  return { line, reason, params: {} };
}

export interface ImportTarget {
  station: string;
  owner: ContactOwner;
  show: string;
}

export interface ImportReport {
  added: number;
  known: readonly { line: number; number: string; name: string }[];
  bad: readonly BadLine[];
}

interface Progress {
  file: ContactFile;
  target: ImportTarget;
  done: number;
  report: ImportReport;
}

/** Checks all rows, then imports them. Rows imported before a failure stay; `done` counts them. */
export type ImportState =
  | { status: "idle" }
  | ({ status: "checking" } & Progress)
  | ({ status: "checked" } & Progress)
  | ({ status: "importing" } & Progress)
  | ({ status: "failed"; phase: "checking" | "importing"; words: string } & Progress)
  | ({ status: "finished" | "cancelled" } & Progress);

/** The maximum size of the rows in one request; the server accepts requests of at most 512 KB. */
const MOST_BYTES = 300_000;

/** Returns the rows from `from` that fit into one request. */
export function takeBatch(rows: readonly ImportRow[], from: number): ImportRow[] {
  const batch: ImportRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(from, from + contactLimits.rows)) {
    // A UTF-16 code unit is at most three bytes in UTF-8.
    bytes += 3 * JSON.stringify(row).length;
    if (batch.length > 0 && bytes > MOST_BYTES) {
      break;
    }
    batch.push(row);
  }
  return batch;
}

export class ContactImport {
  readonly #http: HttpClient;
  readonly #listeners = new Set<() => void>();
  #state: ImportState = { status: "idle" };
  #isCancelled = false;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  get state(): ImportState {
    return this.#state;
  }

  get isImporting(): boolean {
    return this.#state.status === "importing";
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async check(file: ContactFile, target: ImportTarget): Promise<void> {
    await this.#run("checking", { file, target, done: 0, report: startReport(file) });
  }

  async start(): Promise<void> {
    const state = this.#state;
    if (state.status === "checked") {
      const { file, target } = state;
      return this.#run("importing", { file, target, done: 0, report: startReport(file) });
    }
    if (state.status === "failed") {
      const { file, target, done, report, phase } = state;
      return this.#run(phase, { file, target, done, report });
    }
  }

  cancel(): void {
    this.#isCancelled = true;
    if (this.#state.status === "checked" || this.#state.status === "failed") {
      this.clear();
    }
  }

  clear(): void {
    this.#setState({ status: "idle" });
  }

  async #run(phase: "checking" | "importing", from: Progress): Promise<void> {
    this.#isCancelled = false;
    let progress = from;
    this.#setState({ status: phase, ...progress });
    const { rows } = from.file;
    while (progress.done < rows.length) {
      const batch = takeBatch(rows, progress.done);
      try {
        progress = await this.#send(progress, batch, phase === "checking");
      } catch (error) {
        const { words } = describeFailure(error);
        return this.#setState({ status: "failed", phase, words, ...progress });
      }
      if (this.#isCancelled && progress.done < rows.length) {
        return this.#setState(
          phase === "checking" ? { status: "idle" } : { status: "cancelled", ...progress },
        );
      }
      this.#setState({ status: phase, ...progress });
    }
    this.#setState({ status: phase === "checking" ? "checked" : "finished", ...progress });
  }

  async #send(progress: Progress, rows: ImportRow[], dryRun: boolean): Promise<Progress> {
    const { station, owner, show } = progress.target;
    const body = { station, owner, ...(owner === "show" ? { show } : {}), dryRun, rows };
    const { added, known, bad } = await this.#http.call(importContacts, { body });
    const { report } = progress;
    return {
      ...progress,
      done: progress.done + rows.length,
      report: {
        added: report.added + added,
        known: [...report.known, ...known],
        bad: [...report.bad, ...bad],
      },
    };
  }

  #setState(state: ImportState): void {
    this.#state = state;
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

export function openImport(contacts: { files: ContactImport | null }, http: HttpClient) {
  contacts.files ??= new ContactImport(http);
  return contacts.files;
}

function startReport({ bad }: ContactFile): ImportReport {
  return { added: 0, known: [], bad };
}
