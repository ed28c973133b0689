import { findDependencyBags } from "../dialect/dependency-bags.ts";
import { findFileNameBreaches } from "../dialect/file-names.ts";
import { findJoinableFiles } from "../dialect/joinable-files.ts";
import { findCircleBreaches, findKnots } from "../directions/import-circles.ts";
import { findHiddenTestSupport } from "../directions/test-support.ts";
import { findImports } from "../sources/imports.ts";
import { findFolder, findOwner, isShipped, type SourceFile } from "../sources/source-file.ts";
import { countLines, joinByOwner, listOwners, type Checkout, type Measure } from "./measure.ts";

const SHORT_LINES = 40;
/** They only export what stands in the folders, or start it: nothing imports them from within. */
const ENTRIES = /\/src\/(?:index|main)\.tsx?$/;

export const structureMeasures: readonly Measure[] = [
  { name: "top folders that import one another in a circle, types included", take: takeCircles },
  {
    name: "circles of files, types included",
    take: ({ product }) => String(findCircleBreaches(product).length),
  },
  { name: "folders that an ordered list names", take: takeListed },
  { name: "test support inside shipped folders", take: takeTestSupport },
  { name: "shipped files not named after an export", take: takeFileNames },
  { name: "bags of dependencies over 8 fields", take: takeBags },
  { name: "shipped files", take: takeShipped },
  { name: "short files with one importer in their folder and no test", take: takeJoinable },
  {
    name: "of these, what the check finds joinable",
    take: ({ product }) => String(findJoinableFiles(product).length),
  },
];

/** The folders directly below `src`, each with those that it imports. */
function buildFolderGraph(files: SourceFile[], owner: string): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  const measured = files.filter(
    ({ path }) => isShipped(path) && findOwner(path) === owner && !ENTRIES.test(path),
  );
  for (const file of measured) {
    const folder = findTop(file.path);
    const targets = findImports(file)
      .filter(({ from }) => from.startsWith(`${owner}/src/`))
      .map(({ from }) => findTop(from));
    graph.set(folder, [...(graph.get(folder) ?? []), ...targets.filter((one) => one !== folder)]);
  }
  return graph;
}

/** The files directly in `src` are one folder of their own. */
function findTop(path: string): string {
  return findFolder(path).split("/")[0] || "src";
}

function takeCircles({ product }: Checkout): string {
  const values = listOwners(product).flatMap((owner) => {
    const graph = buildFolderGraph(product, owner);
    const held = findKnots(graph).flat().length;
    const isApp = owner.startsWith("apps/");
    return held > 0 || isApp ? [[owner, `${held} of ${graph.size}`] as const] : [];
  });
  return joinByOwner(values);
}

function takeListed({ product, orders }: Checkout): string {
  const values = listOwners(product)
    .filter((owner) => owner.startsWith("apps/"))
    .map((owner) => {
      const listed = (orders[`${owner}/src`] ?? []).flat().map((entry) => entry.split("/")[0]);
      const folders = [...buildFolderGraph(product, owner).keys()].filter((one) => one !== "src");
      const known = folders.filter((one) => listed.includes(one)).length;
      return [owner, `${known} of ${folders.length}`] as const;
    });
  return joinByOwner(values);
}

function takeTestSupport({ product, tools }: Checkout): string {
  const hidden = findHiddenTestSupport([...product, ...tools]).map(({ at }) => at);
  const files = product.filter(({ path }) => hidden.includes(path));
  return `${files.length} files, ${countLines(files)} lines`;
}

function takeFileNames({ product }: Checkout): string {
  const shipped = product.filter(({ path }) => isShipped(path)).length;
  return `${findFileNameBreaches(product).length} of ${shipped}`;
}

function takeBags({ product }: Checkout): string {
  const bags = findDependencyBags(product).map(({ message }) =>
    message.replace(/ has (\d+) fields.*/, " $1"),
  );
  return bags.length === 0 ? "0" : `${bags.length}: ${bags.join(", ")}`;
}

function takeShipped({ product }: Checkout): string {
  const shipped = product.filter(({ path }) => isShipped(path));
  return `${shipped.length} files, ${countLines(shipped)} lines`;
}

function takeJoinable({ product }: Checkout): string {
  const paths = new Set(product.map(({ path }) => path));
  const shipped = product.filter(({ path }) => isShipped(path));
  const importers = new Map<string, string[]>();
  for (const file of shipped) {
    for (const { from } of findImports(file)) {
      importers.set(from, [...(importers.get(from) ?? []), file.path]);
    }
  }
  const joinable = shipped.filter((file) => {
    const [importer, ...others] = importers.get(file.path) ?? [];
    return (
      countLines([file]) < SHORT_LINES &&
      importer !== undefined &&
      others.length === 0 &&
      findFolder(importer) === findFolder(file.path) &&
      !paths.has(file.path.replace(/\.tsx?$/, ".test.ts"))
    );
  });
  return String(joinable.length);
}
