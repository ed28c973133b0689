import { posix } from "node:path";

import { bannedWords, type BannedWords } from "../banned-identifiers.ts";
import type { Breach } from "../breach.ts";
import type { SourceFile } from "../sources/source-file.ts";
import { parseSyntax } from "../sources/syntax.ts";
import { findDeclaredNames } from "./declared-names.ts";

const banned = bannedWords.map((one) => ({
  ...one,
  sequence: ` ${splitWords(one.words).join(" ")} `,
}));
/** The words that no file name may contain. The other banned words are allowed in file names. */
const ANYWHERE = banned.filter(({ where }) => where === "anywhere");

/**
 * Finds names that contain a word for which another term is usual, also in tests and scripts: names
 * of declarations and of files. Strings are not names.
 */
export function findBannedNames(files: SourceFile[]): Breach[] {
  return files.flatMap((file) => {
    const { locate } = parseSyntax(file);
    return [
      ...judge(posix.basename(file.path).replace(/\..*$/, ""), file.path, ANYWHERE),
      ...findDeclaredNames(file).flatMap(({ name, start }) => judge(name, locate(start), banned)),
    ];
  });
}

function judge(name: string, at: string, among: typeof banned): Breach[] {
  const found = findBanned(name, among);
  if (found === undefined) {
    return [];
  }
  const message = `The name ${name} contains "${found.words}": use ${found.instead}.`;
  return [{ check: "banned-name", at, message }];
}

function findBanned(name: string, among: typeof banned): BannedWords | undefined {
  const words = ` ${splitWords(name).join(" ")} `;
  return among.find(({ sequence, where }) => {
    if (where === "as the whole name") {
      return words === sequence;
    }
    return where === "at the end" ? words.endsWith(sequence) : words.includes(sequence);
  });
}

/**
 * Returns the words of a name in any case. `#heardKeys`, `HeardKeys` and `HEARD_KEYS` each have
 * two.
 */
export function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
