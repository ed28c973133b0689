import { kaiser, sinc } from "./sinc.ts";

/**
 * Zero crossings of the sinc on each side. 24 gives more than 80 dB of stop-band attenuation with a
 * Kaiser beta of 9.
 */
const HALF_WIDTH = 24;
const KAISER_BETA = 9;
const MAX_PHASES = 4096;

/**
 * Converts mono samples from one rate to another with a windowed-sinc polyphase filter
 * (band-limited interpolation after J. O. Smith). Rates are in Hz, samples -1..1 or any other
 * scale. Throws RangeError for rates that are not integers in 1000..384000.
 */
export function resample(input: Float32Array, fromHz: number, toHz: number): Float32Array {
  checkRate(fromHz);
  checkRate(toHz);
  if (fromHz === toHz) {
    return input.slice();
  }
  const length = Math.floor((input.length * toHz) / fromHz);
  const output = new Float32Array(length);
  const filters = polyphase(fromHz, toHz);
  for (let i = 0; i < length; i += 1) {
    // The position is computed in integers, so that it does not drift. Only a ratio with more than
    // MAX_PHASES phases is rounded.
    const scaled = i * filters.step;
    const first = Math.floor(scaled / filters.phases);
    output[i] = convolve(input, first, filters.bank[scaled % filters.phases] ?? emptyFilter);
  }
  return output;
}

const emptyFilter = new Float32Array(0);

function convolve(input: Float32Array, centre: number, filter: Float32Array): number {
  const start = centre - filter.length / 2 + 1;
  const from = Math.max(0, -start);
  const to = Math.min(filter.length, input.length - start);
  let sum = 0;
  for (let k = from; k < to; k += 1) {
    sum += (input[start + k] ?? 0) * (filter[k] ?? 0);
  }
  return sum;
}

interface Polyphase {
  bank: Float32Array[];
  phases: number;
  step: number;
}

function polyphase(fromHz: number, toHz: number): Polyphase {
  const common = greatestCommonDivisor(fromHz, toHz);
  const phases = Math.min(toHz / common, MAX_PHASES);
  const step = phases === toHz / common ? fromHz / common : Math.round((fromHz * phases) / toHz);
  // With 0.94 the transition band is below the lower of the two Nyquist frequencies.
  const cutoff = Math.min(1, toHz / fromHz) * 0.94;
  const reach = Math.ceil(HALF_WIDTH / cutoff);
  const bank = Array.from({ length: phases }, (_, phase) =>
    phaseFilter({ offset: phase / phases, reach, cutoff }),
  );
  return { bank, phases, step };
}

export function phaseFilter(shape: {
  offset: number;
  reach: number;
  cutoff: number;
}): Float32Array {
  const filter = new Float32Array(shape.reach * 2);
  let sum = 0;
  for (let k = 0; k < filter.length; k += 1) {
    const distance = k - shape.reach + 1 - shape.offset;
    const value =
      shape.cutoff * sinc(distance * shape.cutoff) * kaiser(distance / shape.reach, KAISER_BETA);
    filter[k] = value;
    sum += value;
  }
  // Every phase gets the same gain, because a constant input would otherwise hum at the phase rate.
  for (let k = 0; k < filter.length; k += 1) {
    filter[k] = (filter[k] ?? 0) / sum;
  }
  return filter;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

export function checkRate(rateHz: number): void {
  if (!Number.isInteger(rateHz) || rateHz < 1000 || rateHz > 384_000) {
    throw new RangeError(`The sample rate must be an integer in 1000..384000 Hz, not ${rateHz}`);
  }
}
