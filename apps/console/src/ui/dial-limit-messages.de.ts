export const dialLimitMessagesDe = {
  ends: "Endet in",
  minutes: "Der Anruf mit {name} endet in zwei Minuten",
  seconds: "Der Anruf mit {name} endet in 30 Sekunden",
  extend: "10 min mehr",
  extendName: "10 min mehr für {name}",
  held: "{name}, gehalten",
};
