import type { Breach } from "../breach.ts";
import { packageDirections } from "../folder-orders.ts";
import { findImports } from "../sources/imports.ts";
import { findOwner, isTestCode, type SourceFile } from "../sources/source-file.ts";

const SCOPE = "@linedesk/";

/** Finds imports of a package of ours by whom may not have it, or by a way past its entry. */
export function findPackageBreaches(files: SourceFile[]): Breach[] {
  return files.flatMap((file) =>
    findImports(file).flatMap(({ from }) => {
      const message = from.startsWith(SCOPE)
        ? judgePackage(file.path, from.slice(SCOPE.length))
        : judgePath(file.path, from);
      return message === null ? [] : [{ check: "package-direction", at: file.path, message }];
    }),
  );
}

function judgePackage(path: string, name: string): string | null {
  const [target = "", ...deeper] = name.split("/");
  const isTest = isTestCode(path);
  if (deeper.length > 0 && !(isTest && deeper.join("/") === "testing")) {
    return `It imports ${SCOPE}${name}: a package is imported by its one entry.`;
  }
  if (isTest && !path.startsWith("packages/testkit/")) {
    return null;
  }
  const owner = findOwner(path);
  const allowed = packageDirections[owner];
  if (allowed === undefined) {
    return "This app or package has no entry in packageDirections of folder-orders.ts.";
  }
  if (allowed.includes(target)) {
    return null;
  }
  const list = allowed.length === 0 ? "no package of ours" : allowed.join(", ");
  return `It imports ${SCOPE}${target}: ${owner} may import ${list}.`;
}

/** A relative import that leaves the app or package, from shipped code. */
function judgePath(path: string, from: string): string | null {
  if (isTestCode(path) || !/^(?:apps|packages|scripts|bench|e2e)\//.test(from)) {
    return null;
  }
  return findOwner(from) === findOwner(path)
    ? null
    : `It imports ${from} by its path: another package is imported by its name.`;
}
