export { createSpeech } from "./synthesis/create-speech.ts";
export { type Speech, SpeechError, type SpeechRequest } from "./synthesis/speech.ts";

export { programEnvironment } from "./programs/program-environment.ts";
