import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { splitWords } from "./banned-names.ts";

/** Files with several functions about one noun. One of their names contains the noun. */
const COLLECTION = /-(?:store|handlers)$/;
const EXCEPTED = /\/(?:index|main)\.tsx?$|\.config\.ts$|\/migrations\//;

/** Finds shipped files whose name matches none of their exports. A program exports nothing. */
export function findFileNameBreaches(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path) && !EXCEPTED.test(path))
    .flatMap((file) => {
      const name = readBaseName(file.path);
      const names = findExportedNames(file);
      if (names.length === 0 || names.some((one) => isNamedAfter(name, one))) {
        return [];
      }
      const message = `It exports ${names.slice(0, 4).join(", ")}: name the file after its main export.`;
      return [{ check: "file-name", at: file.path, message }];
    });
}

function readBaseName(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\.tsx?$/, "");
}

/**
 * Returns true if the name of an export matches that of the file: `dial-call.ts` has `dialCall` or
 * `DIAL_CALL`, and `Row.tsx` has `Row`. A verb before the noun, words after it (`api-docs.ts` has
 * `registerApiDocs`) and a plural make no difference.
 */
function isNamedAfter(base: string, name: string): boolean {
  if (/^[A-Z]/.test(base)) {
    return base === name;
  }
  const own = splitWords(name).map(toSingular);
  const wanted = splitWords(base).map(toSingular).join(" ");
  if (COLLECTION.test(base)) {
    const noun = wanted.split(" ").slice(0, -1).join(" ");
    return ` ${own.join(" ")} `.includes(` ${noun} `);
  }
  const count = wanted.split(" ").length;
  return (
    base === base.toLowerCase() &&
    [own.slice(0, count), own.slice(-count)].some((words) => words.join(" ") === wanted)
  );
}

function toSingular(word: string): string {
  return word.replace(/ies$/, "y").replace(/s$/, "");
}

const DECLARED =
  /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|enum|const|let) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

/** Reads the names in the layout of the formatter, in which each `export` begins a line. */
function findExportedNames({ text }: SourceFile): string[] {
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = ""]) => list.split(","));
  return [
    ...[...text.matchAll(DECLARED)].map(([, name = ""]) => name),
    ...listed.flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []),
  ];
}
