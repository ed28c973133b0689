import { useQuery } from "@tanstack/react-query";
import { useLocale } from "use-intl";

import { listContents, type ManualChapter } from "./list-contents.ts";
import { CONTENTS, type ManualFiles } from "./manual-files.ts";
import { type ManualPage, parsePage } from "./parse-page.ts";

export interface Manual extends Pick<ManualFiles, "pictures"> {
  contents: ManualPage | undefined;
  chapters: readonly ManualChapter[];
  /** The pages in the order of the contents. */
  pages: readonly ManualPage[];
}

/** Returns the manual in the language of the page; `null` while it loads. */
export function useManual(): Manual | null {
  const language = useLocale();
  const { data = null } = useQuery({
    queryKey: ["manual", language],
    queryFn: async () => readManual(await loadFiles(language)),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  });
  return data;
}

/** Loads the pages as a separate chunk for each language. */
async function loadFiles(language: string): Promise<ManualFiles> {
  return language === "de"
    ? (await import("./manual-de.ts")).manualDe
    : (await import("./manual-en.ts")).manualEn;
}

export function readManual({ pages, pictures }: ManualFiles): Manual {
  const parsed = new Map([...pages].map(([path, text]) => [path, parsePage(path, text)]));
  const contents = parsed.get(CONTENTS);
  const chapters = contents === undefined ? [] : listContents(contents);
  const listed = chapters.flatMap((chapter) => chapter.pages);
  return {
    pictures,
    contents,
    chapters,
    pages: listed.flatMap((path) => parsed.get(path) ?? []),
  };
}
