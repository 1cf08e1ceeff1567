// The tables of the figures, as report/campaign/figures/*.py make them: the same columns from the same rows. look:
// {series, limit, shortest}; choice: {pair, puzzle}; T: the time limit.
"use strict";
const Tables = (() => {
  const BEYOND = 2.5, MOST_RATIO = 100, MOST_POINTS = 1500, LIMITS = 48;
  const STEPS = ["build", "lower", "load", "solve", "decode", "verify"], MEASURES = ["variables", "rows", "literals"];
  const by = (...keys) => (a, b) => {
    for (const key of keys) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
    return 0;
  };
  const finite = (time) => (time === Infinity ? null : time);

  const nameOf = (data, row) => data.configurations[data.columns.configuration[row]].configuration;

  function grouped(rows, key) {
    const groups = new Map();
    for (const row of rows) {
      const name = key(row);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(row);
    }
    return groups;
  }

  // Cumulated counts of sorted values: [value, how many up to it].
  function counts(values) {
    const sorted = Float64Array.from(values).sort(), steps = [];
    sorted.forEach((value, i) => { if (value !== sorted[i + 1]) steps.push([value, i + 1]); });
    return steps;
  }

  // One record per series and instance, sorted by these.
  function instances(data, rows, T) {
    const { instance, result } = data.columns;
    const groups = grouped(rows, (row) => `${data.columns.configuration[row]} ${instance[row]}`);
    const table = [...groups.values()].map((own) => {
      const board = data.instances[instance[own[0]]], times = own.map((row) => Campaign.seconds(data, row, T));
      const record = {
        configuration: nameOf(data, own[0]), instance: board.instance, name: board.name,
        puzzle: board.puzzle, what: board.what, size: board.size, time_s: finite(Campaign.median(times)),
        result: data.results[Math.min(...own.map((row) => result[row]))],
      };
      for (const name of MEASURES) {
        const known = own.map((row) => data.columns[name][row]).filter((value) => value !== null);
        record[name] = known.length ? Campaign.median(known) : null;
      }
      return record;
    });
    return table.sort(by("configuration", "instance"));
  }

  function survival(data, rows, T, look) {
    const groups = grouped(rows, (row) => nameOf(data, row)), table = [];
    for (const configuration of look.series.filter((name) => groups.has(name))) {
      const own = groups.get(configuration), times = own.map((row) => Campaign.seconds(data, row, T));
      const steps = counts(times.filter((time) => time < Infinity)), last = steps.length ? steps.at(-1)[1] : 0;
      const add = (time_s, solved, end) =>
        table.push({ configuration, time_s, solved, cells: own.length, fraction: solved / own.length, end });
      add(look.shortest, 0, false);
      for (const [time, solved] of steps) add(time, solved, false);
      add(look.limit, last, true);
    }
    return table;
  }

  function pairTimes(data, rows, T, pair) {
    const boards = grouped(instances(data, rows, T).filter((row) => pair.includes(row.configuration)), (row) => row.instance);
    return [...boards.values()].map((own) => pair.map((name) => own.find((row) => row.configuration === name)));
  }

  function scatter(data, rows, T, look, { pair }) {
    const beyond = BEYOND * look.limit, table = [];
    for (const [first, second] of pairTimes(data, rows, T, pair)) {
      if (!first || !second) continue;
      const count = (first.time_s !== null) + (second.time_s !== null);
      const wrong = first.result === "wrong" || second.result === "wrong";
      const { instance, name, puzzle, what, size } = first;
      table.push({
        instance, name, puzzle, what, size, first_s: first.time_s ?? beyond, second_s: second.time_s ?? beyond,
        outcome: wrong ? "a wrong answer" : ["neither solves it", "only one solves it", "both solve it"][count],
      });
    }
    return table;
  }

  function profile(data, rows, T, look, { pair }) {
    const boards = pairTimes(data, rows, T, pair), table = [];
    pair.forEach((configuration, place) => {
      const ratios = boards.filter((own) => own[place] && own[place].time_s !== null).map((own) =>
        own[place].time_s / Math.min(...own.map((row) => (row && row.time_s !== null ? row.time_s : Infinity))));
      const steps = counts(ratios.filter((ratio) => ratio <= MOST_RATIO)), last = steps.length ? steps.at(-1)[1] : 0;
      for (const [ratio, count] of [[1, 0], ...steps, [MOST_RATIO, last]]) {
        table.push({ configuration, ratio, fraction: count / Math.max(1, boards.length) });
      }
    });
    return table;
  }

  function scaling(data, rows, T, look, { puzzle }) {
    const own = instances(data, rows, T).filter((row) => row.puzzle === puzzle && row.size !== null);
    const table = [...grouped(own, (row) => `${row.configuration}\n${row.size}`).values()].map((group) => {
      const times = group.map((row) => row.time_s ?? Infinity).sort((a, b) => a - b);
      const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => times[Math.ceil(q * times.length - 1e-9) - 1]);
      return {
        configuration: group[0].configuration, size: group[0].size, instances: times.length,
        solved: times.filter((time) => time < Infinity).length, median_s: Math.min(middle, look.limit),
        low_s: Math.min(low, look.limit), high_s: Math.min(high, look.limit), censored: middle === Infinity,
      };
    });
    return table.sort(by("configuration", "size"));
  }

  function steps(data, rows, T, look) {
    const groups = grouped(rows, (row) => nameOf(data, row)), table = [];
    for (const configuration of look.series.filter((name) => groups.has(name))) {
      const own = groups.get(configuration).filter((row) => Campaign.seconds(data, row, T) < Infinity);
      const sums = STEPS.map((step) => own.reduce((sum, row) => sum + (data.columns[`${step}_s`][row] || 0), 0));
      const total = sums.reduce((a, b) => a + b, 0);
      let start = 0;
      sums.forEach((seconds, place) => {
        const share = total ? seconds / total : 0;
        table.push({ configuration, cells: own.length, step: STEPS[place], place, seconds, share, start, end: start + share });
        start += share;
      });
    }
    return table;
  }

  function size(data, rows, T, look) {
    const table = instances(data, rows, T), names = [...new Set(table.map((row) => row.instance))].sort();
    const every = Math.max(1, Math.ceil(names.length * look.series.length / MOST_POINTS));
    const kept = new Set(names.filter((name, i) => i % every === 0));
    return MEASURES.flatMap((measure) => table.filter((row) => kept.has(row.instance) && row[measure] > 0).map((row) => ({
      configuration: row.configuration, instance: row.instance, name: row.name, puzzle: row.puzzle, what: row.what,
      size: row.size, time_s: row.time_s ?? BEYOND * look.limit, solved: row.time_s !== null, measure, amount: row[measure],
    })));
  }

  function heatmap(data, rows, T, look) {
    const table = instances(data, rows, T), costs = new Map();
    for (const row of table) costs.set(row.instance, (costs.get(row.instance) || 0) + (row.time_s ?? 2 * look.limit));
    const order = [...costs].map(([instance, cost]) => ({ instance, cost })).sort(by("cost", "instance"));
    const places = new Map(order.map(({ instance }, place) => [instance, place]));
    return table.map(({ configuration, instance, name, puzzle, what, size, time_s, result }) => (
      { configuration, instance, place: places.get(instance), name, puzzle, what, size, time_s, result })).sort(by("configuration", "place"));
  }

  function limits(data, rows, T, look) {
    const groups = grouped(rows, (row) => nameOf(data, row)), table = [];
    for (const configuration of look.series.filter((name) => groups.has(name))) {
      const times = groups.get(configuration).map((row) => Campaign.seconds(data, row, Infinity));
      for (let step = 0; step <= LIMITS; step++) {
        const limit_s = step < LIMITS ? look.shortest * Math.exp(Math.log(look.limit / look.shortest) * step / LIMITS) : look.limit;
        const solved = times.filter((time) => time <= limit_s);
        const sum = solved.reduce((a, b) => a + b, 0) + 2 * limit_s * (times.length - solved.length);
        const par2_s = sum / Math.max(1, times.length);
        table.push({ configuration, limit_s, solved: solved.length, par2_s, score: par2_s / limit_s });
      }
    }
    return table;
  }

  function families(data, rows, T, look) {
    const familyOf = (row) => { const board = data.instances[data.columns.instance[row]]; return board.family || board.puzzle; };
    const shown = rows.filter((row) => look.series.includes(nameOf(data, row)) && data.columns.result[row] !== data.not_asked);
    const table = [...grouped(shown, (row) => `${familyOf(row)}\n${nameOf(data, row)}`).values()].map((own) => {
      const times = own.map((row) => Campaign.seconds(data, row, T));
      return {
        family: familyOf(own[0]), configuration: nameOf(data, own[0]), cells: own.length,
        instances: new Set(own.map((row) => data.columns.instance[row])).size,
        solved: times.filter((time) => time < Infinity).length,
        par2_s: Campaign.mean(times.map((time) => (time === Infinity ? 2 * look.limit : time))),
      };
    });
    const numeric = (a, b) => a.localeCompare(b, "en", { numeric: true });
    return table.sort((a, b) => numeric(a.family, b.family) || by("configuration")(a, b));
  }

  return { families, survival, cactus: survival, scatter, profile, scaling, steps, size, heatmap, limits, instances };
})();
