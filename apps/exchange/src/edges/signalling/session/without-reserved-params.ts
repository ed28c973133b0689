type Params = [name: string, value: string][];

/** By these names the exchange tells what it knows itself; a page may not say them [XS77]. */
const RESERVED = new Set(
  [
    // The call, and where its document is asked for.
    "AccountSid AnsweredBy ApiVersion ApplicationSid CallDuration CallSid CallStatus CallToken",
    "CallbackSource Called Caller CallerName Direction Duration ErrorCode ErrorMessage ErrorUrl",
    "ForwardedFrom From MachineDetectionDuration ParentCallSid SequenceNumber StirPassportToken",
    "StirVerstat Timestamp",
    // What its verbs came to.
    "AvgQueueTime Confidence CurrentQueueSize DequeingCallSid DialBridged DialCallDuration",
    "DialCallSid DialCallStatus Digits FinishedOnKey Language MaxQueueSize NotifySipResponseCode",
    "QueuePosition QueueResult QueueSid QueueTime ReferCallStatus ReferSipResponseCode",
    "ReferTransferTarget SpeechResult Stability StableSpeechResult TaskSid UnstableSpeechResult",
    "WorkflowSid msg",
    // Rooms, recordings, messages, verifications and quality.
    "AnnounceUrl CallSidEndingConference CallSidToCoach ClippedSamples Coaching ConferenceSid",
    "Content ContentType EndConferenceOnExit FriendlyName Hold Jitter Mos Muted",
    "OutgoingCallerIdSid PacketLoss PacketsLost PacketsReceived ParticipantCallStatus",
    "ParticipantLabel ParticipantLabelEndingConference Peak PeerCallSid ProgrammeLag QualityReason",
    "QualityWarnings Reason ReasonAnnouncementFailed ReasonConferenceEnded ReasonParticipantLeft",
    "Rms RoundTrip Sid Speaking StartConferenceOnEnter StatusCallbackEvent VerificationStatus",
    // Of what Twilio has and we have not: applications read them as the network's word.
    "AddOns CallReason DequeuedCallSid DequeueingCallSid HandoffData PartialResultErrorCode",
    "AgentHandoffPayload BankAccountNumber BankRoutingNumber CalledVia ConnectorError MessageSid",
    "PayErrorCode PaymentCardNumber PaymentCardType PaymentConfirmationCode PaymentError",
    "PaymentMethod PaymentToken SessionDuration SessionId SessionStatus SiprecSid SmsSid StirStatus",
    "StreamError StreamEvent StreamName StreamSid TrunkSid VirtualAgentErrorCode VirtualAgentStatus",
  ].flatMap((names) => names.split(" ")),
);
const RESERVED_PATTERNS =
  /^(?:(?:From|To|Caller|Called)(?:City|State|Zip|Country)|(?:Dial)?Sip[A-Z].*|Recording[A-Z].*|Transcription[A-Z].*)$/s;

/** Blanks around a name, and a list or map under it, are for many parsers the name itself. */
export function isReservedParam(name: string): boolean {
  const read = name.replace(/\[.*/s, "").trim();
  return RESERVED.has(read) || RESERVED_PATTERNS.test(read);
}

/** What a page may say of its call to the application. */
export function withoutReservedParams(params: Params): Params {
  return params.filter(([name]) => !isReservedParam(name));
}
