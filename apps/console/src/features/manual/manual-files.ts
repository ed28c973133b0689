/** The contents page, which lists all other pages in their order. */
export const CONTENTS = "README";

/** The manual of one language, from `docs/manual`. */
export interface ManualFiles {
  /** The Markdown of each page by its path: `answer`, `admin/lines`. */
  pages: ReadonlyMap<string, string>;
  /** The address of each picture by its name. */
  pictures: ReadonlyMap<string, string>;
}

/** Converts the file paths of a folder such as `docs/manual/en` to the names that pages use. */
export function collectFiles(
  pages: Record<string, string>,
  pictures: Record<string, string>,
): ManualFiles {
  return {
    pages: nameFiles(pages, /\/docs\/manual\/\w+\/(.*)\.md$/),
    pictures: nameFiles(pictures, /\/pictures\/(.*)\.png$/),
  };
}

function nameFiles(files: Record<string, string>, pattern: RegExp): Map<string, string> {
  return new Map(
    Object.entries(files).map(([path, content]) => [pattern.exec(path)?.[1] ?? path, content]),
  );
}
