import { collectFiles } from "./manual-files.ts";

/** The German pages, with the addresses of their pictures. */
export const manualDe = collectFiles(
  import.meta.glob("../../../../../docs/manual/de/**/*.md", {
    eager: true,
    query: "?raw",
    import: "default",
  }),
  import.meta.glob("../../../../../docs/manual/de/pictures/*.png", {
    eager: true,
    query: "?url",
    import: "default",
  }),
);
