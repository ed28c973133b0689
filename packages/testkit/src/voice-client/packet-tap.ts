/** The worker of a page. It reports each received packet and passes it on unchanged. */
interface EncodedFrame {
  readonly data: ArrayBuffer;
  getMetadata(): { mimeType?: string; rtpTimestamp?: number };
}

interface Transformer {
  readable: ReadableStream<EncodedFrame>;
  writable: WritableStream<EncodedFrame>;
  options: { port: MessagePort };
}

addEventListener("rtctransform", (event) => {
  const { readable, writable, options } = (event as Event & { transformer: Transformer })
    .transformer;
  const tap = new TransformStream<EncodedFrame, EncodedFrame>({
    transform(frame, controller) {
      const { mimeType = "", rtpTimestamp: timestamp = 0 } = frame.getMetadata();
      options.port.postMessage({ mimeType, timestamp, payload: frame.data.slice(0) });
      controller.enqueue(frame);
    },
  });
  void readable.pipeThrough(tap).pipeTo(writable);
});
