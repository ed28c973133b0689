import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** The folders that a program expects below its root. */
const BESIDE = ["node_modules", "apps", "packages"];

/** Copies a bundle into a folder that has another version, and returns the path of the copy. */
export function copyAsVersion(bundle: string, folder: string, version = "99.0.0"): string {
  mkdirSync(join(folder, "dist"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "linedesk", version, type: "module" }),
  );
  BESIDE.forEach((name) => symlinkSync(join(root, name), join(folder, name)));
  const copy = join(folder, "dist", basename(bundle));
  cpSync(bundle, copy);
  return copy;
}
