/** `dismissed`: the person closed the prompt. `busy`: another program uses the device. */
export type MicrophoneState =
  | "granted"
  | "prompt"
  | "dismissed"
  | "denied"
  | "missing"
  | "busy"
  | "unknown";

export interface Microphone {
  readonly state: MicrophoneState;
  /** Lets the browser ask for access to the microphone, and ends the stream at once. */
  requestAccess(): Promise<MicrophoneState>;
  onChange(listener: (state: MicrophoneState) => void): () => void;
  /** Sets the state that the SDK found when a call opened the microphone. */
  setState(state: MicrophoneState): void;
}

export function watchMicrophone(devices: MediaDevices, permissions: Permissions): Microphone {
  let state: MicrophoneState = "unknown";
  const listeners = new Set<(state: MicrophoneState) => void>();
  function setPermission(next: MicrophoneState): void {
    if (next === state) {
      return;
    }
    state = next;
    for (const listener of listeners) {
      listener(next);
    }
  }
  async function checkPermission(): Promise<void> {
    if (!(await hasInput(devices))) {
      return setPermission("missing");
    }
    const permission = await permissions.query({ name: "microphone" });
    permission.onchange = () => setPermission(permission.state);
    setPermission(permission.state);
  }
  function recheckPermission(): void {
    // Some browsers cannot query this permission. Then the state is unknown until a prompt.
    checkPermission().catch(() => setPermission("unknown"));
  }
  devices.addEventListener("devicechange", recheckPermission);
  recheckPermission();
  return {
    get state() {
      return state;
    },
    setState: setPermission,
    async requestAccess() {
      const next = await requestMicrophone(devices, permissions);
      setPermission(next);
      return next;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function hasInput(devices: MediaDevices): Promise<boolean> {
  return (await devices.enumerateDevices()).some((device) => device.kind === "audioinput");
}

async function requestMicrophone(
  devices: MediaDevices,
  permissions: Permissions,
): Promise<MicrophoneState> {
  try {
    const stream = await devices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) {
      track.stop();
    }
    return "granted";
  } catch (error) {
    return classifyMicrophoneError(error, await permissionState(permissions));
  }
}

async function permissionState(permissions: Permissions): Promise<PermissionState | null> {
  return permissions.query({ name: "microphone" }).then(
    (permission) => permission.state,
    () => null,
  );
}

export function classifyMicrophoneError(
  error: unknown,
  permission: PermissionState | null,
): MicrophoneState {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotFoundError") {
    return "missing";
  }
  if (name === "NotReadableError") {
    return "busy";
  }
  if (name === "NotAllowedError") {
    return permission === "prompt" ? "dismissed" : "denied";
  }
  return "unknown";
}
