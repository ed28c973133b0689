const CODE = `
const Real = Date;
const realNow = Real.now;
let aheadMs = 0;
Real.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Real, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [Real.now()] : words, made),
});
process.on("SIGUSR2", () => {
  aheadMs = aheadMs > 0 ? -3_600_000 : 3_600_000;
});
`;

export const clockJumps = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CODE)}`,
};
