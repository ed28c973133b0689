import { collectFiles } from "./manual-files.ts";

/** The English pages, with the addresses of their pictures. */
export const manualEn = collectFiles(
  import.meta.glob("../../../../../docs/manual/en/**/*.md", {
    eager: true,
    query: "?raw",
    import: "default",
  }),
  import.meta.glob("../../../../../docs/manual/en/pictures/*.png", {
    eager: true,
    query: "?url",
    import: "default",
  }),
);
