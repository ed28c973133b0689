import { type Processing, processingKinds } from "./processing.ts";

type Ask = (constraints: MediaStreamConstraints) => Promise<MediaStream>;
type ListInputs = () => Promise<readonly MediaDeviceInfo[]>;

/**
 * Opens a microphone with this processing. If another line has the microphone open with another
 * processing, the function opens it by another device id, such as `default`. Without such an id, at
 * most the echo cancellation is exactly as requested.
 */
export async function askProcessed(
  browser: { ask: Ask; listInputs: ListInputs },
  constraints: MediaStreamConstraints,
  processing: Processing,
): Promise<MediaStream> {
  const { ask, listInputs } = browser;
  const ids = namesOf(readDeviceId(constraints), await listInputs());
  for (const id of ids) {
    const exact = { deviceId: { exact: id }, ...toExact(processing) };
    const opened = await ask({ audio: exact }).catch(ignoreOverconstrained);
    if (opened !== null) {
      return opened;
    }
  }
  const device = typeof constraints.audio === "object" ? constraints.audio : {};
  const echoCancellation = { exact: processing.echoCancellation };
  const near = await ask({ audio: { ...device, ...processing, echoCancellation } }).catch(
    ignoreOverconstrained,
  );
  return near ?? ask(constraints);
}

function toExact(processing: Processing): MediaTrackConstraints {
  return Object.fromEntries(processingKinds.map((kind) => [kind, { exact: processing[kind] }]));
}

function ignoreOverconstrained(error: unknown): null {
  if (error instanceof Error && error.name === "OverconstrainedError") {
    return null;
  }
  throw error;
}

function readDeviceId({ audio }: MediaStreamConstraints): string {
  const id: unknown = typeof audio === "object" ? audio.deviceId : undefined;
  const exact: unknown = typeof id === "object" && id !== null ? Reflect.get(id, "exact") : id;
  return typeof exact === "string" ? exact : "default";
}

/**
 * Returns the device ids of one microphone in this browser; none if the browser does not list it.
 */
function namesOf(id: string, all: readonly MediaDeviceInfo[]): string[] {
  const inputs = all.filter(({ kind }) => kind === "audioinput");
  const group = inputs.find(({ deviceId }) => deviceId === id)?.groupId;
  if (group === undefined) {
    return [];
  }
  const others = inputs.filter((one) => one.groupId === group && one.deviceId !== id);
  return [id, ...others.map(({ deviceId }) => deviceId)];
}
