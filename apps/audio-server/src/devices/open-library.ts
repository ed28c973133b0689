import { createRequire } from "node:module";

export type Native = (...values: unknown[]) => unknown;

interface ForeignLibrary {
  func(prototype: string): Native;
}

interface ForeignFunctions {
  load(file: string): ForeignLibrary;
  decode(pointer: unknown, offset: number, type: string): unknown;
}

const POINTER_BYTES = 8;

function loadForeignFunctions(): ForeignFunctions {
  return createRequire(import.meta.url)("koffi") as ForeignFunctions;
}

export function readPointers(array: unknown): unknown[] {
  const foreign = loadForeignFunctions();
  const pointers: unknown[] = [];
  for (;;) {
    const pointer = foreign.decode(array, pointers.length * POINTER_BYTES, "void *");
    if (pointer === null) {
      return pointers;
    }
    pointers.push(pointer);
  }
}

/** Returns functions of a shared library under our names. Throws if the library is missing. */
export function openLibrary<Name extends string>(
  file: string,
  prototypes: Readonly<Record<Name, string>>,
): Record<Name, Native> {
  const library = loadForeignFunctions().load(file);
  const functions = Object.entries<string>(prototypes).map(
    ([name, prototype]) => [name, library.func(prototype)] as const,
  );
  return Object.fromEntries(functions) as Record<Name, Native>;
}
