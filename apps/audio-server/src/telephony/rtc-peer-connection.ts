// Whatever the audio server uses of werift: of a new version these are read before it is taken.
export {
  Connection,
  DtlsServer,
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  StunOverTurnProtocol,
  StunProtocol,
} from "werift";
