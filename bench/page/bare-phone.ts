/** The voice SDK as the console uses it, with one button. */

/** The SDK's own bundle defines this object. The type has only the parts that the page uses. */
declare const Twilio: { Device: new (token: string, options: object) => Device };

interface Device {
  register(): Promise<void>;
  connect(options: { params: Record<string, string> }): Promise<Call>;
}

interface Call {
  disconnect(): void;
  on(event: "disconnect", listener: () => void): void;
}

/** The page replaces these sounds, because the SDK fetches its own sounds from Twilio. */
const digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "h", "s"];
const soundNames = ["incoming", "outgoing", "disconnect", ...digits.map((digit) => `dtmf${digit}`)];

const options = {
  logLevel: "error",
  codecPreferences: ["pcmu", "opus"],
  chunderw: location.host,
  publishEvents: false,
  sounds: Object.fromEntries(soundNames.map((name) => [name, "/silence.wav"])),
};
const device = new Twilio.Device("a.bare.token", options);
const [button] = document.getElementsByTagName("button");
let call: Call | null = null;

async function toggle(): Promise<void> {
  if (call !== null) {
    return call.disconnect();
  }
  call = await device.connect({ params: {} });
  call.on("disconnect", () => {
    call = null;
    document.title = "bare";
  });
  document.title = "in a call";
}

button?.addEventListener("click", () => void toggle());
void device.register().then(() => (document.title = "bare"));

export {};
