// Text to sound.
export { createSpeech } from "./synthesis/create-speech.ts";
export { type Speech, SpeechError } from "./synthesis/speech.ts";
export { findVoice } from "./synthesis/voices.ts";

// Sound to text.
export { createRecogniser } from "./recognition/create-recogniser.ts";
export type { Recogniser, Recognition, RecognitionEnd } from "./recognition/recogniser.ts";
export { readHints } from "./recognition/sphinx/hint-tokens.ts";

// The programs that both run.
export { isProgram } from "./programs/is-program.ts";
export { programEnvironment } from "./programs/program-environment.ts";
