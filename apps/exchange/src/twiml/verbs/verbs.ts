import type { Noun, Verb, VerbTable } from "../document/verb.ts";
import { dial } from "./dial.ts";
import { enqueue } from "./enqueue.ts";
import { gather } from "./gather.ts";
import { hangup } from "./hangup.ts";
import { leave } from "./leave.ts";
import { pause } from "./pause.ts";
import { play } from "./play.ts";
import { record } from "./record.ts";
import { redirect } from "./redirect.ts";
import { refer } from "./refer.ts";
import { reject } from "./reject.ts";
import { say } from "./say.ts";

const LIST: readonly Verb[] = [
  dial,
  enqueue,
  gather,
  hangup,
  leave,
  pause,
  play,
  record,
  redirect,
  refer,
  reject,
  say,
];

export const VERBS: VerbTable = {
  byName: new Map(LIST.map((verb) => [verb.name, verb])),
  urls: [...new Set(LIST.flatMap(listUrls))],
};

function listUrls({ urls, children }: Noun): string[] {
  return [...urls, ...children.flatMap(listUrls)];
}
