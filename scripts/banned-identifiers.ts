/**
 * A word, or a sequence of words, that no name may contain, because the usual term is another one.
 */
export interface BannedWords {
  /** The words in camelCase: `letGo` is refused in `#letGo` and in `letGoOfCall`. */
  words: string;
  where: "anywhere" | "at the end" | "as the whole name";
  instead: string;
}

export const bannedWords: readonly BannedWords[] = [
  ...anywhere("ear ears", "input"),
  ...anywhere("hear hears heard hearing hearsay", "received"),
  ...anywhere("told tell tells said", "sent, emit, text"),
  ...anywhere("news", "status callback"),
  ...anywhere("asked", "params"),
  ...anywhere("talk talks talking", "bridge"),
  ...anywhere("door", "access control"),
  ...anywhere("visitor visitors guest guests", "peer, anonymous"),
  ...anywhere("stranger strangers strange", "unauthenticated"),
  ...anywhere("onlooker onlookers", "traffic tap"),
  ...anywhere("kept", "stored"),
  ...anywhere("bury buried", "archive"),
  ...anywhere("surplus", "retention"),
  ...anywhere("wish wishes wished", "request, options"),
  ...anywhere("patience", "failover timer"),
  ...anywhere("heed heeds heeded", "apply"),
  ...anywhere("hurry hurried", "flush"),
  ...anywhere("unspoken", "unsupported"),
  ...anywhere("voucher vouchers", "subject"),
  ...anywhere("farewell farewells", "shutdown"),
  ...anywhere("steadied", "monotonic"),
  ...anywhere("seize seizes seized", "acquire"),
  ...anywhere("turnAway", "reject"),
  ...anywhere("letGo", "release"),
  ...anywhere("setOut", "connect"),
  ...anywhere("passOn", "hand over"),
  ...anywhere("passKey keySender", "DTMF"),
  ...anywhere("pressDigits", "sendDtmf"),
  ...anywhere("voicePass", "voice token"),
  ...anywhere("openPlaces places", "destinations"),
  ...anywhere("leaveIfSilent", "failOver"),
  ...anywhere("standsInTheWay", "rejectIfPending"),
  ...anywhere("networkWord networkWords", "identity headers"),
  ...anywhere("leftOver leftOvers", "orphaned"),
  ...anywhere("wentOffline", "handleOffline"),
  ...anywhere("surviveFaults", "installCrashHandlers"),
  ...anywhere("onQuestion", "onTwimlRequest"),
  ...anywhere("answerRing", "handleIncomingCall"),
  ...anywhere("inOurWords", "toLegEvent"),
  ...anywhere("comfortCaller", "playHoldMusic"),
  ...anywhere("bringCaller", "connectCaller"),
  ...anywhere("closeBooks", "finishCall"),
  { words: "book", where: "at the end", instead: "Api, Repository" },
  { words: "books", where: "at the end", instead: "Apis, Repositories" },
  ...whole("care", "maintenance, reconcile"),
  ...whole("keep", "store"),
  ...whole("place", "destination"),
  ...whole("depart", "createAuthorizationRequest"),
  ...whole("arrive", "handleCallback"),
];

function anywhere(list: string, instead: string): BannedWords[] {
  return list.split(" ").map((words) => ({ words, where: "anywhere", instead }));
}

function whole(words: string, instead: string): BannedWords[] {
  return [{ words, where: "as the whole name", instead }];
}
