// All parts of werift that the audio server uses. Read the source of a new version before you
// upgrade.
export {
  Candidate,
  candidateFoundation,
  candidatePriority,
  classes,
  Connection,
  DtlsServer,
  MediaStreamTrack,
  Message,
  methods,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  StunOverTurnProtocol,
  StunProtocol,
  TurnProtocol,
  UdpTransport,
} from "werift";
