const RECORD_MS = 5_000;

interface RecordAndPlayOptions {
  input: string;
  output: string;
}

/** Records the microphone for 5 s and plays the recording; resolves when the playback ends. */
export async function recordAndPlay({ input, output }: RecordAndPlayOptions): Promise<void> {
  const device = input === "default" ? true : { deviceId: { exact: input } };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: device });
  const url = URL.createObjectURL(await record(stream));
  try {
    await play(url, output);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function record(stream: MediaStream): Promise<Blob> {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start();
  setTimeout(() => recorder.stop(), RECORD_MS);
  await stopped;
  for (const track of stream.getTracks()) {
    track.stop();
  }
  return new Blob(parts, { type: recorder.mimeType });
}

async function play(url: string, output: string): Promise<void> {
  const audio = new Audio(url);
  if (output !== "default" && "setSinkId" in audio) {
    await audio.setSinkId(output);
  }
  const ended = new Promise((resolve) => audio.addEventListener("ended", resolve));
  await audio.play();
  await ended;
}
