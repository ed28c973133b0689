/** Returns the sinc, the basis of every band-limited filter of this folder. */
export function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Returns Kaiser's window for `x` of -1..1. A larger beta makes the stop band deeper and wider. */
export function kaiser(x: number, beta: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta);
}

function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 40; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
