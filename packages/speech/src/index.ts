// Text to sound.
export { createSpeech } from "./synthesis/create-speech.ts";
export { type Speech, SpeechError, type SpeechRequest } from "./synthesis/speech.ts";

// What the program of a synthesiser is given.
export { programEnvironment } from "./programs/program-environment.ts";
