/** A part of the station that runs as a separate process. */
export type Part = "exchange" | "server";

/** The packages of this repository that each part contains. */
export type PartPackages = Readonly<Record<Part, ReadonlySet<string>>>;

export interface Manifest {
  name: string;
  dependencies: readonly string[];
}

const SCOPE = "@linedesk/";
const PARTS: readonly Part[] = ["exchange", "server"];

/**
 * Finds the packages of this repository in each part, by name without the scope. It includes the
 * packages that those packages import.
 */
export function findPartPackages(manifests: readonly Manifest[]): PartPackages {
  function collect(name: string, found: Set<string>): Set<string> {
    const own = manifests.find((one) => one.name === `${SCOPE}${name}`);
    for (const dependency of own?.dependencies ?? []) {
      const bare = dependency.slice(SCOPE.length);
      if (dependency.startsWith(SCOPE) && !found.has(bare)) {
        collect(bare, found.add(bare));
      }
    }
    return found;
  }
  return { exchange: collect("exchange", new Set()), server: collect("server", new Set()) };
}

/**
 * Returns the parts that contain a source file, given by its path from the root. No part contains
 * tests.
 */
export function findChangedParts(path: string, packages: PartPackages): Part[] {
  const [top, name = "", folder] = path.split("/");
  const isSource = folder === "src" && /\.tsx?$/.test(path);
  if (!isSource || /\.test\.tsx?$|\/(?:testing|tests)\//.test(path)) {
    return [];
  }
  return PARTS.filter((part) =>
    top === "apps" ? name === part : top === "packages" && packages[part].has(name),
  );
}
