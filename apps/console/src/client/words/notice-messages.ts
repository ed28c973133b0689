/** What the desk reports by itself, in a toast, on a line or through the system. */
export const noticeMessages = {
  retry: "Retry",
  browserPhone: "Browser phone",
  toAirAnyway: "Put to air anyway",
  undo: "Undo",
  unlock: "Unlock",
  staySignedIn: "Stay signed in",
  onAirFirst: "{name} is on air. End or hold that call first",
  endsOther: "This ends the call with {name}. Once more to do it",
  locked: "{name} is locked, nothing was ended",
  notRejected: "{name} was not rejected: {reason}",
  notSaved: "What you wrote for {name} is not saved. {words}",
  contactDeleted: "Deleted {name} from the phone book",
  contactSaved: "{name} is in the phone book",
  dialOffline: "You are offline. Dial when you are back",
  over: "ended",
  notAnswered: "not answered",
  unanswered: "{who}: {words}",
  notReached: {
    busy: "busy",
    declined: "declined",
    no_answer: "no answer",
    not_found: "the number is not found",
    other: "not reached",
  },
  microphoneStopped: "Your microphone has stopped. Choose another in the settings",
  silent: {
    microphone: "We hear nothing from your microphone",
    caller: "No sound comes from the caller",
  },
  lost: {
    input: "Your microphone is gone. The default microphone took its place",
    output: "Your speaker is gone. Calls play on the default output now",
    ringer: "The device that rings is gone. It rings on the default output now",
  },
  signedOut: "You are signed out. Your call goes on; when it ends, you can sign in again",
  sessionEnds: "Your session ends in {minutes, plural, one {# minute} other {# minutes}}",
  sessionEndsInCall:
    "Your session ends in {minutes, plural, one {# minute} other {# minutes}}. Your call goes on; when it has ended, sign in again",
  audioInterrupted: "Line {number}: audio interrupted, reconnecting",
  offered: "{name} offers {caller}",
  ringing: "{name} is ringing",
  ringBlocked: "Press anywhere to hear the ring",
  mentioned: "{name} mentions you",
  microphoneNumber: "Microphone {number}",
  outputNumber: "Output {number}",
  check: {
    late: "The test did not end in 10 s",
    noMicrophone: "The browser gives no microphone. Allow it on the line",
    noOutput: "The output could not be opened. Choose another in settings",
    noSound: "The test call carried no sound",
    unheard: "Choose another output in settings",
    notConnected:
      "{count, plural, one {Line {number} is not connected} other {Line 1 and 2 are not connected}}",
  },
  missed: {
    all: "While you were away: {parts}",
    arrived: "{count, plural, one {# new call} other {# new calls}}",
    more: "{count} more",
    unattended: "{name} is unattended",
    taken: "{holder} took {name}",
    ended: {
      caller_hung_up: "{name} hung up",
      operator_hung_up: "the call with {name} was ended",
      rejected: "{name} was rejected",
      line_closed: "{name} found the line closed",
      blocked: "{name} was blocked",
      forwarded: "{name} was forwarded",
      no_answer: "{name} did not answer",
      busy: "{name} was busy",
      declined: "{name} declined",
      not_found: "the number of {name} was not found",
      failed: "the call with {name} failed",
      time_limit: "the call with {name} reached its time limit",
      exchange_lost: "the exchange lost {name}",
    },
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    notices: typeof noticeMessages;
  }
}
