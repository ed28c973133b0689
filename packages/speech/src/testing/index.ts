export type { RecognitionRequest } from "../recognition/recogniser.ts";
export { editDistance } from "../recognition/sphinx/choose-hypothesis.ts";
export { SphinxDecoder } from "../recognition/sphinx/sphinx-decoder.ts";
export { SphinxSession } from "../recognition/sphinx/sphinx-session.ts";
export type { SpeechRequest } from "../synthesis/speech.ts";
