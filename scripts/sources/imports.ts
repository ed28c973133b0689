import { posix } from "node:path";

import { parseSync } from "vite";

import type { SourceFile } from "./source-file.ts";

export interface Import {
  /** A path in the repository, or the name of a package as the import writes it. */
  from: string;
  isType: boolean;
}

const readImports = new WeakMap<SourceFile, Import[]>();

/**
 * Returns the imports and re-exports of a file, with paths from the root of the repository. It does
 * not find `import()` in a type, which the linter refuses.
 */
export function findImports(file: SourceFile): Import[] {
  const known = readImports.get(file);
  if (known !== undefined) {
    return known;
  }
  const imports = parseImports(file);
  readImports.set(file, imports);
  return imports;
}

function parseImports({ path, text }: SourceFile): Import[] {
  const { module } = parseSync(path, text);
  const written = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ from: moduleRequest.value, isType }],
      ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const name = /^["'`]([^"'`$]+)["'`]$/.exec(
        text.slice(moduleRequest.start, moduleRequest.end),
      );
      return name?.[1] === undefined ? [] : [{ from: name[1], isType: false }];
    }),
  ];
  const folder = posix.dirname(path);
  const resolved = written.map(({ from, isType }) => ({
    from: from.startsWith(".") ? posix.join(folder, from) : from,
    isType,
  }));
  return joinSame(resolved);
}

/** Returns one entry for each module. It is a type import only if all its imports are. */
function joinSame(imports: Import[]): Import[] {
  const joined = new Map<string, boolean>();
  for (const { from, isType } of imports) {
    joined.set(from, isType && (joined.get(from) ?? true));
  }
  return [...joined].map(([from, isType]) => ({ from, isType }));
}
