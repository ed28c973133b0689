import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns true for an executable file: a path, or a name in one of the `searched` folders. */
export function isProgram(name: string, searched: string): boolean {
  if (name.includes("/")) {
    return isExecutable(name);
  }
  return searched
    .split(delimiter)
    .some((folder) => folder !== "" && isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // The file does not exist or is not executable.
    return false;
  }
}
