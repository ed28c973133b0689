/** A codec beside G.711: it sends ready packets, and decodes received ones to 8 kHz. */
export interface ListenerCodec {
  payloadType: number;
  /** The value of `a=rtpmap`, such as `G722/8000`. */
  rtpmap: string;
  /** The step of the RTP timestamp for each 20 ms. */
  stepsPerPacket: number;
  /** Returns the payload of the next 20 ms. */
  nextPayload(): Uint8Array;
  /** Returns the samples of a payload at 8 kHz. */
  decode(payload: Uint8Array): Int16Array;
}
