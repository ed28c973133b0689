import { useRef, useState } from "react";

import { type FlagImportResult, flagLimits, type FlagRow, importFlags } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { decodeFile, type DecodedFile, type FileEncoding } from "../../../lib/decode-file.ts";
import { type FileKind, findFileKind } from "../../../lib/find-file-kind.ts";
import type { HttpClient } from "../../../lib/http-client.ts";
import { useRefresh } from "../use-station-details.ts";
import { readFlagCsv } from "./read-flag-csv.ts";

/** No list of flags is this large. The page refuses a larger file without reading it. */
const MOST_BYTES = 1_000_000;
export const MOST_LINES = 10 * flagLimits.rows;
/** The number of rows in one request. Small batches make the progress visible. */
const BATCH = 50;

interface ImportProgress {
  name: string;
  bytes: Uint8Array;
  /** The encoding with which the file was read. */
  decoded: Omit<DecodedFile, "text">;
  rows: readonly FlagRow[];
  done: number;
  report: FlagImportResult;
}

export type FlagFileProblem = "notRead" | "noRows" | "tooLong" | FileKind;

export type FlagImportState =
  | { status: "idle"; problem: FlagFileProblem | null }
  | ({ status: "checking" | "checked" | "importing" | "finished" | "stopped" } & ImportProgress)
  | ({ status: "failed"; isChecking: boolean; words: string } & ImportProgress);

const nothing: FlagImportResult = { added: 0, known: [], bad: [] };

export interface FlagImportView {
  state: FlagImportState;
  choose: (file: File) => void;
  /** Reads the chosen file again in another encoding. */
  decode: (encoding: FileEncoding) => void;
  start: () => void;
  stop: () => void;
}

/** Imports batch by batch, so that a person can follow the progress and stop the import. */
export function useFlagImport(station: string): FlagImportView {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const [state, setState] = useState<FlagImportState>({ status: "idle", problem: null });
  const stopped = useRef(false);
  async function run(from: ImportProgress, isChecking: boolean) {
    stopped.current = false;
    let progress = from;
    const status = isChecking ? "checking" : "importing";
    while (progress.done < progress.rows.length) {
      setState({ ...progress, status });
      try {
        progress = await sendBatch(http, { station, progress, dryRun: isChecking });
      } catch (error) {
        const { words } = describeFailure(error);
        return setState({ ...progress, status: "failed", isChecking, words });
      }
      if (stopped.current) {
        break;
      }
    }
    if (stopped.current && isChecking) {
      return setState({ status: "idle", problem: null });
    }
    const isWhole = progress.done === progress.rows.length;
    const end = isWhole ? "finished" : "stopped";
    setState({ ...progress, status: isChecking ? "checked" : end });
    await (isChecking ? undefined : refresh());
  }
  return {
    state,
    choose: (file) => void choose(file, { setState, run }),
    decode: (encoding) => {
      if (state.status === "checked") {
        const { name, bytes } = state;
        void read({ name, bytes, encoding }, { setState, run });
      }
    },
    start: () => {
      if (state.status === "checked") {
        void run({ ...state, done: 0, report: nothing }, false);
      } else if (state.status === "failed") {
        void run(state, state.isChecking);
      }
    },
    stop: () => {
      stopped.current = true;
    },
  };
}

interface Chosen {
  setState: (state: FlagImportState) => void;
  run: (from: ImportProgress, isChecking: boolean) => Promise<void>;
}

async function choose(file: File, chosen: Chosen): Promise<void> {
  if (file.size > MOST_BYTES) {
    return chosen.setState({ status: "idle", problem: "tooLong" });
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await read({ name: file.name, bytes }, chosen);
  } catch {
    // Any error of the browser leads to the message that the file cannot be read.
    chosen.setState({ status: "idle", problem: "notRead" });
  }
}

async function read(
  { name, bytes, encoding }: { name: string; bytes: Uint8Array; encoding?: FileEncoding },
  { setState, run }: Chosen,
): Promise<void> {
  const kind = findFileKind(bytes);
  if (kind !== null) {
    return setState({ status: "idle", problem: kind });
  }
  const { text, ...decoded } = decodeFile(bytes, encoding);
  const rows = await readFlagCsv(text);
  if (rows.length === 0 || rows.length > MOST_LINES) {
    return setState({ status: "idle", problem: rows.length === 0 ? "noRows" : "tooLong" });
  }
  return run({ name, bytes, decoded, rows, done: 0, report: nothing }, true);
}

async function sendBatch(
  http: HttpClient,
  { station, progress, dryRun }: { station: string; progress: ImportProgress; dryRun: boolean },
): Promise<ImportProgress> {
  const rows = progress.rows.slice(progress.done, progress.done + BATCH);
  const answer = await http.call(importFlags, { params: { id: station }, body: { dryRun, rows } });
  const { report } = progress;
  return {
    ...progress,
    done: progress.done + rows.length,
    report: {
      added: report.added + answer.added,
      known: [...report.known, ...answer.known],
      bad: [...report.bad, ...answer.bad],
    },
  };
}
