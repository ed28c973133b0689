import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Compiles a program of `bench/native` into a folder. Returns the program's path. */
export function compileNative(name: string, folder: string): string {
  const program = join(folder, name);
  const source = join(import.meta.dirname, `../native/${name}.c`);
  if (spawnSync("cc", ["-O2", "-o", program, source, "-lpthread"]).status !== 0) {
    throw new Error(`${name} could not be compiled. Is the compiler cc installed?`);
  }
  return program;
}
