import type { VerbTable } from "../document/run-document.ts";
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

/** Every verb by its TwiML name; one file each. */
export const VERBS: VerbTable = {
  Dial: dial,
  Enqueue: enqueue,
  Gather: gather,
  Hangup: hangup,
  Leave: leave,
  Pause: pause,
  Play: play,
  Record: record,
  Redirect: redirect,
  Refer: refer,
  Reject: reject,
  Say: say,
};
