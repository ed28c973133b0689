import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";

import {
  type Contact,
  type ContactOwner,
  type CsvColumn,
  exportContacts,
  findStationDay,
  may,
  type Station,
  writeCsvFile,
} from "@linedesk/contract";
import { useConsole, useRootState, usePermission } from "../../client/ConsoleProvider.tsx";
import {
  type ContactImport,
  type ImportReport,
  openImport,
} from "../../client/desk/contacts/contact-import.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { useFileExport } from "../../client/use-file-export.ts";
import { readReason } from "../../client/words/page-words.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import type { ExportJob } from "../../lib/read-csv-pages.ts";
import { saveFile } from "../../lib/save-file.ts";
import { type FileFormat, writeContactFile, type FilesView } from "./contact-files.ts";
import { useChosenFile } from "./use-chosen-file.ts";

type Scope = FilesView["exports"][number];

/** Imports and exports the permitted books; `failed` is the reason of the last failed export. */
export function useContactFiles(
  station: string | null,
  shows: readonly string[],
): { view: FilesView; failed: string | null } | null {
  const { station: context, http } = useConsole();
  const files = openImport(context.contacts, http);
  const state = useSyncExternalStore(files.onChange, () => files.state);
  const { problem, preview, choose, correct } = useChosenFile(files);
  const { exporting, failed, exportAs } = useContactExport(station);
  const t = useTranslations("contacts.import");
  const mayEdit = usePermission("screen");
  const stations = useRootState((root) => root.desk.stations);
  return useMemo(() => {
    if (station === null || !mayEdit) {
      return null;
    }
    const view: FilesView = {
      state,
      ...findFileScopes(stations, { station, shows }),
      problem,
      preview,
      choose: (file, target) => choose(file, { station, ...target }),
      correct,
      start: () => void files.start(),
      cancel: () => files.cancel(),
      clear: () => files.clear(),
      saveBad: () =>
        saveLines(files, (name) => t("linesFile", { name }), {
          line: t("lineHead"),
          problem: t("problemHead"),
          number: t("roles.number"),
          name: t("roles.name"),
          known: t("knownWords"),
        }),
      exportAs,
      exporting,
    };
    return { view, failed };
  }, [
    station,
    shows,
    mayEdit,
    stations,
    state,
    problem,
    preview,
    choose,
    correct,
    exporting,
    failed,
    files,
    exportAs,
    t,
  ]);
}

/**
 * Returns no books for a person who sees masked numbers at this station. A person who sees them at
 * another station cannot import into their own book.
 */
export function findFileScopes(
  stations: readonly Station[],
  { station, shows }: { station: string; shows: readonly string[] },
): Pick<FilesView, "targets" | "exports"> {
  const here = stations.find(({ id }) => id === station);
  if (here === undefined || here.numbers === "masked") {
    return { targets: [], exports: [] };
  }
  const isMasked = stations.some(({ numbers }) => numbers === "masked");
  const others: Scope[] = [
    { owner: "station", show: null },
    ...shows.map((show): Scope => ({ owner: "show", show })),
  ];
  return {
    targets: [
      ...(may(here.role, "desk") ? (["station", "show"] as const) : []),
      ...(isMasked ? [] : (["person"] as const)),
    ],
    exports: [...(may(here.role, "admin") ? others : []), { owner: "person", show: null }],
  };
}

function useContactExport(station: string | null) {
  const t = useTranslations("contacts.export");
  const { http } = useConsole();
  const { progress, error, run } = useFileExport();
  const exportAs = useCallback(
    (format: FileFormat, scope: Scope) =>
      run(async (job) => {
        const items = await loadScope(http, { ...scope, station: station ?? "" }, job);
        const name = `phone-book-${findStationDay(new Date())}.${format === "csv" ? "csv" : "vcf"}`;
        return { name, text: await writeContactFile(format, items) };
      }),
    [http, station, run],
  );
  const failed = error === null ? null : t("failed", describeFailure(error));
  return { exporting: progress, failed, exportAs };
}

async function loadScope(
  http: HttpClient,
  { show, ...owned }: Scope & { station: string },
  { onRead, signal }: ExportJob,
): Promise<Contact[]> {
  const scope = { ...owned, ...(show === null ? {} : { show }) };
  const items: Contact[] = [];
  let next: { cursor?: string } | null = {};
  while (next !== null) {
    const body: Parameters<typeof callExport>[1] = { ...scope, ...next };
    const page = await callExport(http, body, signal);
    items.push(...page.items);
    onRead(items.length);
    next = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
  return items;
}

function callExport(
  http: HttpClient,
  body: { station: string; owner: ContactOwner; show?: string; cursor?: string },
  signal: AbortSignal,
) {
  return http.call(exportContacts, { body, signal });
}

interface UnaddedLine {
  line: number;
  problem: string;
  number: string;
  name: string;
}

/**
 * The heads of the columns and the words for a contact that is already in the book, in the page's
 * language.
 */
type LineWords = Record<keyof UnaddedLine | "known", string>;

/** Saves every line that was not added, with its problem. */
function saveLines(
  { state }: ContactImport,
  nameFile: (of: string) => string,
  words: LineWords,
): void {
  if (state.status !== "idle") {
    const text = writeLines(state.report, words);
    saveFile({ name: `${nameFile(state.file.name)}.csv`, text });
  }
}

export function writeLines({ bad, known }: ImportReport, words: LineWords): string {
  const columns: CsvColumn<UnaddedLine>[] = [
    { head: words.line, cell: ({ line }) => line },
    { head: words.problem, cell: ({ problem }) => problem },
    { head: words.number, cell: ({ number }) => number },
    { head: words.name, cell: ({ name }) => name },
  ];
  const lines = [
    ...bad.map((one) => ({
      line: one.line,
      problem: readReason(one) ?? one.reason,
      number: "",
      name: "",
    })),
    ...known.map((one) => ({ ...one, problem: words.known })),
  ];
  return writeCsvFile(columns, lines);
}
