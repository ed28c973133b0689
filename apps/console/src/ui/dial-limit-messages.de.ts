export const dialLimitMessagesDe = {
  ends: "Endet in",
  minutes: "Der Anruf mit {name} endet in zwei Minuten",
  seconds: "Der Anruf mit {name} endet in 30 Sekunden",
  extend: "10 min länger",
  extendName: "10 min länger für {name}",
  held: "{name}, gehalten",
};
