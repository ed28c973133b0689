import { useCallback, useState } from "react";

import type { ExportJob } from "../lib/read-csv-pages.ts";
import { saveFile } from "../lib/save-file.ts";

export interface ExportProgress {
  count: number;
  total: number | null;
  stop: () => void;
}

export interface FileExport {
  /** The progress, or `null` while no export runs. */
  progress: ExportProgress | null;
  /** The error of the last export; `null` when it succeeded or was stopped. */
  error: unknown;
  run: (read: (job: ExportJob) => Promise<{ name: string; text: string }>) => void;
}

export function useFileExport(): FileExport {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = useCallback<FileExport["run"]>((read) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const onRead: ExportJob["onRead"] = (count, total = null) =>
      setProgress({ count, total, stop: () => stopping.abort() });
    async function save(): Promise<void> {
      onRead(0);
      setError(null);
      try {
        const file = await read({ onRead, signal });
        signal.throwIfAborted();
        saveFile(file);
      } catch (reason) {
        setError(signal.aborted ? null : reason);
      }
      setProgress(null);
    }
    void save();
  }, []);
  return { progress, error, run };
}
