import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { isAllowed } from "./allowed-licences.ts";

const require = createRequire(import.meta.url);

/** The file with licence texts that is beside the bundles of the server and of the console. */
export const LICENCES_FILE = "third-party-licences.txt";

interface PackageFile {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
}

const PACKAGE_OF_MODULE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Returns the licence texts of all npm packages of the modules, sorted by name. `modules` are the
 * paths of source files, relative to the working folder or absolute. Throws if the licence of a
 * package does not allow a bundle.
 */
export function collectLicences(modules: Iterable<string>): string {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = PACKAGE_OF_MODULE.exec(module.replace(/^\0+/, ""))?.[1];
    if (folder !== undefined && existsSync(join(folder, "package.json"))) {
      folders.add(folder);
    }
  }
  const texts = [...folders].map(describePackage).toSorted();
  return [...new Set(texts)].join(`\n${"-".repeat(80)}\n\n`);
}

function describePackage(folder: string): string {
  const read = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFile;
  if (!isAllowed(read.license)) {
    throw new Error(`A bundle may not contain ${read.name}, whose licence is ${read.license}.`);
  }
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8").trim());
  const text = texts.length === 0 ? findStandardText(read) : texts.join("\n\n");
  return `${read.name} ${read.version} (${read.license})\n\n${text}\n`;
}

/** Returns SPDX's text for a package that names its licence without the text. */
function findStandardText({ name, license, author }: PackageFile): string {
  const holder = typeof author === "object" ? author.name : (author ?? `the authors of ${name}`);
  const { licenseText } = require(`spdx-license-list/licenses/${license}.json`) as {
    licenseText: string;
  };
  return `Copyright (c) ${holder}\n\n${licenseText.trim()}`;
}
