import type { Noun, Verb, VerbTable } from "./verb.ts";

export function createVerbTable(verbs: readonly Verb[]): VerbTable {
  return {
    byName: new Map(verbs.map((verb) => [verb.name, verb])),
    urls: [...new Set(verbs.flatMap(listUrls))],
  };
}

function listUrls({ urls, children }: Noun): string[] {
  return [...urls, ...children.flatMap(listUrls)];
}
