import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The rows of "Where each thing is decided": a path, and the name that stands in that file. */
function writtenRows(): { path: string; name: string | undefined }[] {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const section = page.split("## Where each thing is decided")[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => {
      const found = /^\|[^|]+\| `([^`]+)` \| (?:`([^`]+)` )?\|$/.exec(line);
      return { path: found?.[1] ?? `no path in the row ${line}`, name: found?.[2] };
    });
}

test("the page that says where each thing is decided names what exists", () => {
  const rows = writtenRows();
  expect(rows.length).toBeGreaterThan(15);

  expect(rows.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  const unnamed = rows.filter(
    ({ path, name }) =>
      name !== undefined && !readFileSync(join(root, path), "utf8").includes(name),
  );
  expect(unnamed).toEqual([]);
});
