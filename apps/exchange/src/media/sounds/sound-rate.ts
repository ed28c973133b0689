import { samplesPerTick } from "../codecs/audio-codec.ts";

/** What sounds are kept and played at, whatever they came at: the rate of the telephone. */
export const soundRate = 8000;
export const soundTickSamples = samplesPerTick(soundRate);
