/** Linear-light red, green and blue, 0..1. */
export type Rgb = readonly [number, number, number];

/** Converts `#rrggbb` to linear light. */
function readHex(hex: string): Rgb {
  function part(from: number) {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }
  return [part(1), part(3), part(5)];
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(readHex(one)), luminance(readHex(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

type Matrix = readonly [Rgb, Rgb, Rgb];

/** The matrices of Machado, Oliveira and Fernandes (2009), severity 1, on linear light. */
export const visions: Record<"normal" | "protan" | "deutan" | "tritan", Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
  ],
  deutan: [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_82, 0.042_94, 0.968_881],
  ],
  tritan: [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.3039],
  ],
};

function apply(matrix: Matrix, [r, g, b]: Rgb): Rgb {
  function row(m: Rgb) {
    return Math.min(1, Math.max(0, m[0] * r + m[1] * g + m[2] * b));
  }
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** Converts to CIE L*a*b*, white point D65. */
function lab(rgb: Rgb): Rgb {
  const [r, g, b] = rgb;
  function f(t: number) {
    return t > 0.008_856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
  }
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the CIE76 difference of two colours for a person with this vision. */
export function distance(one: string, other: string, vision: keyof typeof visions): number {
  const a = lab(apply(visions[vision], readHex(one)));
  const b = lab(apply(visions[vision], readHex(other)));
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
