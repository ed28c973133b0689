type Params = [name: string, value: string][];

/**
 * The exchange itself sends these names, about the call and its document, so a page must not set
 * them.
 */
const OF_CALL = splitNames([
  "AccountSid AnsweredBy ApiVersion ApplicationSid CallDuration CallSid CallStatus CallToken",
  "CallbackSource Called Caller CallerName Direction Duration ErrorCode ErrorMessage ErrorUrl",
  "ForwardedFrom From MachineDetectionDuration ParentCallSid SequenceNumber StirPassportToken",
  "StirVerstat Timestamp",
]);
const OF_OTHERS = splitNames([
  "AvgQueueTime Confidence CurrentQueueSize DequeingCallSid DialBridged DialCallDuration",
  "DialCallSid DialCallStatus Digits FinishedOnKey Language MaxQueueSize NotifySipResponseCode",
  "QueuePosition QueueResult QueueSid QueueTime ReferCallStatus ReferSipResponseCode",
  "ReferTransferTarget SpeechResult Stability StableSpeechResult TaskSid UnstableSpeechResult",
  "WorkflowSid msg",
  "AnnounceUrl CallSidEndingConference CallSidToCoach ClippedSamples Coaching ConferenceSid",
  "Content ContentType EndConferenceOnExit FriendlyName Hold Jitter Mos Muted",
  "OutgoingCallerIdSid PacketLoss PacketsLost PacketsReceived ParticipantCallStatus",
  "ParticipantLabel ParticipantLabelEndingConference Peak PeerCallSid ProgrammeLag QualityReason",
  "QualityWarnings Reason ReasonAnnouncementFailed ReasonConferenceEnded ReasonParticipantLeft",
  "Rms RoundTrip Sid Speaking StartConferenceOnEnter StatusCallbackEvent VerificationStatus",
  // Twilio sends these names and we do not. They are reserved too, because applications trust them
  // as facts of the network.
  "AddOns CallReason DequeueResult DequeuedCallDuration DequeuedCallQueueTime DequeuedCallSid",
  "DequeueingCallSid HandoffData PartialResultErrorCode Result",
  "AgentHandoffPayload BankAccountNumber BankRoutingNumber CalledVia ConnectorError MessageSid",
  "PayErrorCode PaymentCardNumber PaymentCardType PaymentConfirmationCode PaymentError",
  "PaymentMethod PaymentToken SessionDuration SessionId SessionStatus SiprecSid SmsSid StirStatus",
  "StreamError StreamEvent StreamName StreamSid TrunkSid VirtualAgentErrorCode VirtualAgentStatus",
]);
const RESERVED = new Set([...OF_CALL, ...OF_OTHERS].map((name) => name.toLowerCase()));
/** Pages may use these words in lower case, such as `language`, for their own values. */
const OWN_WORDS = new Set(
  OF_OTHERS.filter((name) => /^[A-Z][a-z]+$/.test(name)).map((name) => name.toLowerCase()),
);
const RESERVED_PATTERNS = [
  /^(?:(?:From|To|Caller|Called)(?:City|State|Zip|Country))$/i,
  /^(?:(?:Dial)?Sip|Recording|Transcription)[A-Z]/,
  /^(?:Dial)?Sip(?:CallId|Domain|DomainSid|Header_.*|ResponseCode|SourceIp|Username)$/i,
  /^Recording(?:Channels|Duration|ErrorCode|Sid|Source|StartTime|Status|Track|Url)$/i,
  /^Transcription(?:Data|Event|Sid|Status|Text|Type|Url)$/i,
];

function splitNames(lines: readonly string[]): string[] {
  return lines.flatMap((names) => names.split(" "));
}

/**
 * Lists the names that lenient form parsers could read in a given name. PHP stops at the first NUL.
 * Some parsers drop blanks and invisible characters. Brackets (`a[b]` of qs and Rack) and dots
 * (`a.b` of ASP.NET) separate names. Spring drops the marks `!` and `_` before a name.
 */
function parseLeniently(name: string): string[] {
  const [seen = ""] = name.replace(/^\0+/, "").split("\0");
  const parts = seen.replaceAll(/[\p{C}\p{Z}]/gu, "").split(/[.[\]]/);
  return parts.map((part) => part.replace(/^[!_]+/, ""));
}

/** The comparison ignores case, because ASP.NET does. */
export function isReservedParam(name: string): boolean {
  return parseLeniently(name).some(
    (read) =>
      (RESERVED.has(read.toLowerCase()) && !OWN_WORDS.has(read)) ||
      RESERVED_PATTERNS.some((pattern) => pattern.test(read)),
  );
}

export function withoutReservedParams(params: Params): Params {
  return params.filter(([name]) => !isReservedParam(name));
}
