import { openLibrary } from "../../src/devices/open-library.ts";

const CORE = { init: "void gst_init(void *, void *)", write: "str gst_caps_to_string(void *)" };
const SDP = {
  make: "int gst_sdp_message_new(_Out_ void **)",
  parse: "int gst_sdp_message_parse_buffer(const uint8_t *, unsigned int, void *)",
  countMedia: "unsigned int gst_sdp_message_medias_len(void *)",
  media: "void *gst_sdp_message_get_media(void *, unsigned int)",
  port: "unsigned int gst_sdp_media_get_port(void *)",
  format: "str gst_sdp_media_get_format(void *, unsigned int)",
  caps: "void *gst_sdp_media_get_caps_from_media(void *, int)",
  free: "int gst_sdp_message_free(void *)",
};

export interface GstDescription {
  address: string;
  port: number;
  caps: string;
}

export function readDescription(text: string): GstDescription {
  const core = openLibrary("libgstreamer-1.0.so.0", CORE);
  const sdp = openLibrary("libgstsdp-1.0.so.0", SDP);
  core.init(null, null);
  const made: unknown[] = [null];
  sdp.make(made);
  const [message] = made;
  try {
    const bytes = Buffer.from(text, "utf8");
    if (Number(sdp.parse(bytes, bytes.length, message)) !== 0) {
      throw new Error(`GStreamer cannot read the description: ${text}`);
    }
    if (Number(sdp.countMedia(message)) !== 1) {
      throw new Error(`The description is not of one stream: ${text}`);
    }
    const media = sdp.media(message, 0);
    const caps = String(core.write(sdp.caps(media, Number(sdp.format(media, 0)))));
    return {
      address: /^c=IN IP4 ([\d.]+)/m.exec(text)?.[1] ?? "",
      port: Number(sdp.port(media)),
      caps: caps.replace("application/x-unknown", "application/x-rtp"),
    };
  } finally {
    sdp.free(message);
  }
}
