import { useCallback, useRef, useState } from "react";

import type { ContactImport, ImportTarget } from "../../client/desk/contacts/contact-import.ts";
import { decodeFile, type FileEncoding } from "../../lib/decode-file.ts";
import { findFileKind } from "../../lib/find-file-kind.ts";
import {
  type FilePreview,
  type FilesView,
  MOST_BYTES,
  type PreviewChange,
  readContactFile,
} from "./contact-files.ts";
import type { ColumnRole } from "./read-head.ts";

type Problem = FilesView["problem"];

interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  target: ImportTarget;
  encoding?: FileEncoding;
  roles?: readonly ColumnRole[];
}

/** Reads the chosen file, and reads it again when the person corrects its preview. */
export function useChosenFile(files: ContactImport) {
  const [problem, setProblem] = useState<Problem>(null);
  const [preview, setPreview] = useState<FilePreview | null>(null);
  const chosen = useRef<ChosenFile | null>(null);
  const read = useCallback(async () => {
    if (chosen.current === null) {
      return;
    }
    const found = await readChosen(chosen.current);
    if (typeof found === "string") {
      files.clear();
      return setProblem(found);
    }
    setPreview(found.preview);
    void files.check(found.file, chosen.current.target);
  }, [files]);
  const choose = useCallback(
    (file: File, target: ImportTarget) => {
      setProblem(null);
      setPreview(null);
      async function take(): Promise<void> {
        const bytes = await readBytes(file);
        if (typeof bytes === "string") {
          return setProblem(bytes);
        }
        chosen.current = { name: file.name, bytes, target };
        await read();
      }
      void take();
    },
    [read],
  );
  const correct = useCallback(
    (change: PreviewChange) => {
      if (chosen.current !== null) {
        const { roles: _roles, ...rest } = chosen.current;
        // Another encoding may show another head, so the columns are recognised again.
        chosen.current = { ...("encoding" in change ? rest : chosen.current), ...change };
        void read();
      }
    },
    [read],
  );
  return { problem, preview, choose, correct };
}

async function readBytes(file: File): Promise<Uint8Array | "tooBig" | "unreadable"> {
  if (file.size > MOST_BYTES) {
    return "tooBig";
  }
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The browser could not read the file. The person can choose it again.
    return "unreadable";
  }
}

async function readChosen({ name, bytes, encoding, roles }: ChosenFile) {
  const kind = findFileKind(bytes);
  if (kind !== null) {
    return kind;
  }
  try {
    const { text, ...decoded } = decodeFile(bytes, encoding);
    const file = await readContactFile(name, text, roles);
    if (file.rows.length + file.bad.length === 0) {
      return "noLines";
    }
    const preview: FilePreview = { ...decoded, columns: file.columns };
    return { file, preview };
  } catch {
    // The parser failed to load. The person can choose the file again.
    return "unreadable";
  }
}
