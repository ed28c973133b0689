export type MissingFeature = "webRtc" | "microphone" | "webSocket" | "webAudio" | "legacyEdge";

type Checked = Pick<Window, "navigator"> & object;

export function findMissingFeatures(page: Checked): MissingFeature[] {
  function has(name: string): boolean {
    return typeof Reflect.get(page, name) === "function";
  }
  const devices: unknown = Reflect.get(page.navigator, "mediaDevices");
  const mayListen = typeof devices === "object" && devices !== null && "getUserMedia" in devices;
  const found: [MissingFeature, boolean][] = [
    ["legacyEdge", /\bEdge\/\d/.test(page.navigator.userAgent)],
    ["webRtc", !has("RTCPeerConnection")],
    ["microphone", !mayListen],
    ["webSocket", !has("WebSocket")],
    ["webAudio", !has("AudioContext")],
  ];
  return found.flatMap(([feature, isMissing]) => (isMissing ? [feature] : []));
}
